import type { Log } from '#server/log.ts'

/**
 * Work that an answer must not wait for, because its duration would tell what the answer does not: whether an
 * account exists.
 */
export type BackgroundWork = {
  run(work: () => Promise<void>): void
  /** When everything that was begun has ended. */
  settled(): Promise<void>
}

export function createBackgroundWork(log: Log): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const promise = work()
        .catch((error: unknown) => {
          // Nobody waits for it who could be told.
          log.error({ err: error }, 'work in the background failed')
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
