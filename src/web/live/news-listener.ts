import type { LeaderboardNews } from '#contract/leaderboard-contract.ts'
import { toBackOffMs } from './back-off.ts'
import type { LiveEnvironment } from './live-environment.ts'
import { readNews } from './news-stream.ts'

/** The server says something every 15 seconds; after three silences the connection is dead. */
const silenceMs = 45_000

type Options = {
  readonly environment: LiveEnvironment
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onNews: (news: LeaderboardNews) => void
  /** The stream was opened, or lost. */
  readonly onChange: (isOpen: boolean) => void
}

export type NewsListener = ReturnType<typeof createNewsListener>

/** Keeps one stream open from `start` to `stop`: opens it again when it ends, breaks, or falls silent. */
export function createNewsListener({ environment, open, onNews, onChange }: Options) {
  let session: AbortController | undefined
  let failures = 0
  let cancelRetry = () => {}

  async function listen(current: AbortController, onHeard: () => void): Promise<void> {
    const response = await open(current.signal)
    if (current.signal.aborted || response.body === null) return
    onChange(true)
    onHeard()
    await readNews(response.body, {
      onHeard,
      onNews: (news) => {
        if (current.signal.aborted) return
        failures = 0
        onNews(news)
      },
    })
  }

  function connect(): void {
    const current = new AbortController()
    session = current
    const silence = createWatchdog(environment, lose)
    // An ended stream (the token is over, the server restarts), a broken and a silent one are begun anew alike.
    listen(current, silence.restart).then(lose, lose)

    function lose(): void {
      silence.stop()
      if (session !== current) return
      session = undefined
      current.abort()
      onChange(false)
      failures += 1
      cancelRetry = environment.after(toBackOffMs(failures, environment.random), connect)
    }
  }

  return {
    start(): void {
      cancelRetry()
      if (session === undefined) connect()
    },
    stop(): void {
      cancelRetry()
      failures = 0
      if (session === undefined) return
      session.abort()
      session = undefined
      onChange(false)
    },
  }
}

function createWatchdog(environment: LiveEnvironment, onSilence: () => void) {
  let isStopped = false
  let cancel = environment.after(silenceMs, onSilence)
  return {
    restart: () => {
      if (isStopped) return
      cancel()
      cancel = environment.after(silenceMs, onSilence)
    },
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}
