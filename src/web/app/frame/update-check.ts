import type { ApiClient } from '#web/api/api-client.ts'
import { ApiProblem } from '#web/api/api-problem.ts'

/** 30 minutes (docs/rules.md, 7.5). */
const checkIntervalMs = 1_800_000

export type UpdateCheck = ReturnType<typeof createUpdateCheck>

/**
 * Detects a new build: the server no longer has the main script of this one. Only a 404 counts; other failures are
 * ignored (docs/rules.md, 7.5). A response of another contract version shows it earlier.
 */
export function createUpdateCheck(client: Pick<ApiClient, 'request'>, mainScript: string) {
  const listeners = new Set<() => void>()
  let available = false
  let isReported = false

  function change(next: boolean): void {
    available = next
    for (const listener of listeners) listener()
  }

  async function check(now: Date): Promise<void> {
    try {
      const response = await client.request(`${mainScript}?_=${now.getTime()}`)
      // The status is enough; the script is not downloaded.
      await response.body?.cancel()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'not-found') change(true)
    }
  }

  /** A response has another contract version. Reported once, because every response may have it. */
  function report(): void {
    if (isReported) return
    isReported = true
    change(true)
  }

  /** Checks now and every half hour. Returns a function that stops it. */
  function start(): () => void {
    void check(new Date())
    const timer = setInterval(() => void check(new Date()), checkIntervalMs)
    return () => clearInterval(timer)
  }

  return {
    isAvailable: () => available,
    clear: () => change(false),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    report,
    start,
  }
}
