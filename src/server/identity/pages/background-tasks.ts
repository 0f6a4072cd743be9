import type { Log } from '#server/log.ts'

/** Runs work after the response, whose duration would otherwise reveal whether an account exists. */
export function createBackgroundTasks(log: Log) {
  const running = new Set<Promise<void>>()
  return {
    run(work: () => Promise<void>): void {
      const promise = work()
        .catch((error: unknown) => {
          // Nobody is waiting for the result.
          log.error({ err: error }, 'a background task failed')
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    /** Resolves when all tasks have ended. */
    async drain(): Promise<void> {
      await Promise.all(running)
    },
  }
}
