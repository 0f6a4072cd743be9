import type { LRUCache } from 'lru-cache'

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

/** The cached result, or a new one. After a failure, the next call tries again. */
export function findOrCreate<Result>(
  cache: LRUCache<string, Promise<Result>>,
  key: string,
  create: () => Promise<Result>,
): Promise<Result> {
  const cached = cache.get(key)
  if (cached) return cached
  const created = create()
  cache.set(key, created)
  created.catch(() => cache.delete(key))
  return created
}
