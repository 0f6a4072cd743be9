/** Returns a function whose concurrent calls with the same key share one run of `work`. */
export function createSingleFlight<Key, Result>() {
  const running = new Map<Key, Promise<Result>>()
  return (key: Key, work: () => Promise<Result>): Promise<Result> => {
    const current = running.get(key)
    if (current) return current
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
