/** Lets tests wait for something that the code beside it reports. */
export type ChangeWaiter = {
  /** Call this after every change. */
  notify(): void
  /** Resolves with the first result of `find` that is not undefined: at once, or after a later change. */
  waitFor<Found>(find: () => Found | undefined, signal?: AbortSignal): Promise<Found>
}

export function createChangeWaiter(): ChangeWaiter {
  const checks = new Set<() => void>()
  return {
    notify() {
      for (const check of checks) check()
    },
    waitFor: (find, signal) =>
      new Promise((resolve, reject) => {
        function check(): void {
          const found = find()
          if (found === undefined) return
          checks.delete(check)
          resolve(found)
        }
        signal?.addEventListener('abort', () => {
          checks.delete(check)
          reject(signal.reason)
        })
        checks.add(check)
        check()
      }),
  }
}
