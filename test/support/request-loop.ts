import { setTimeout as wait } from 'node:timers/promises'

export type RequestCounts = {
  answered: number
  /** Answered 503 with Retry-After. */
  refused: number
  /** Everything else: other statuses, broken connections, and no answer in time. */
  failed: string[]
}

export type RequestLoop = {
  /** Starts to count again, and returns the counts until now. */
  resetCounts(): RequestCounts
  stop(): Promise<void>
}

const concurrency = 4
const timeoutMs = 30_000

/** Sends GET requests all the time, as people do who use the product while something fails. */
export function startRequestLoop(url: string, token: string, paths: readonly string[], pauseMs: number): RequestLoop {
  const stopping = new AbortController()
  let counts: RequestCounts = { answered: 0, refused: 0, failed: [] }

  async function run(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await send(paths[turn % paths.length] ?? '/')
      await wait(pauseMs)
    }
  }

  async function send(path: string): Promise<void> {
    try {
      const response = await fetch(url + path, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.arrayBuffer()
      if (response.ok) counts.answered += 1
      else if (response.status === 503 && response.headers.has('retry-after')) counts.refused += 1
      else counts.failed.push(`${response.status} ${path}`)
    } catch (error) {
      counts.failed.push(`${error instanceof Error ? (error.cause ?? error) : error} ${path}`)
    }
  }

  const running = Array.from({ length: concurrency }, run)
  return {
    resetCounts() {
      const previous = counts
      counts = { answered: 0, refused: 0, failed: [] }
      return previous
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
