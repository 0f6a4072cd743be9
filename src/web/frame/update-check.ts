import type { ApiClient } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'

/** 30 minutes (specification, section 9). */
const checkIntervalMs = 1_800_000

export type UpdateCheck = ReturnType<typeof createUpdateCheck>

/**
 * Finds out that a newer build is served: the script this one runs from is not there any more. Only that one answer
 * counts; every other fault is nothing to tell anybody (specification, section 8).
 */
export function createUpdateCheck(client: Pick<ApiClient, 'request'>, mainScript: string) {
  const listeners = new Set<() => void>()
  let available = false

  function change(next: boolean): void {
    available = next
    for (const listener of listeners) listener()
  }

  async function check(now: Date): Promise<void> {
    try {
      const answer = await client.request(`${mainScript}?_=${now.getTime()}`)
      // Only the status is of interest, not the script.
      await answer.body?.cancel()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'not-found') change(true)
    }
  }

  /** Checks at once and then every half hour; the answer stops it. */
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
    start,
  }
}
