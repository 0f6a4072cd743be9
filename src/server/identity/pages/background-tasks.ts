import type { Log } from '#server/log.ts'

/**
 * Work that an answer must not wait for, because its duration would tell what the answer does not: whether an
 * account exists.
 */
export type BackgroundTasks = {
  run(work: () => Promise<void>): void
  /** When everything that was begun has ended. */
  drain(): Promise<void>
}

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const promise = work()
        .catch((error: unknown) => {
          // Nobody waits for it who could be told.
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
