import type { Log } from '#server/log.ts'

/** Runs work after the response, whose duration would otherwise reveal whether an account exists. */
export type BackgroundTasks = {
  run(work: () => Promise<void>): void
  /** Resolves when all tasks have ended. */
  drain(): Promise<void>
}

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const promise = work()
        .catch((error: unknown) => {
          // Nobody is waiting for the result.
          log.error({ err: error }, 'a background task failed')
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
