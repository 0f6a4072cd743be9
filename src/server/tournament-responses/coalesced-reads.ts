import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

type Batch<Key, Value> = { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> }

/**
 * Batches the reads of all callers in one turn of the event loop. A read begins after the previous one has ended and after
 * every call that it serves, so nobody gets a value from before their call. A burst costs one read per turn.
 */
export function coalesceReads<Key, Value>(
  read: (keys: ReadonlySet<Key>) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: Batch<Key, Value> | undefined
  let previous: Promise<unknown> = Promise.resolve()

  function schedule(): Batch<Key, Value> {
    const keys = new Set<Key>()
    const values = previous.then(yieldToEventLoop).then(() => {
      next = undefined
      return read(keys)
    })
    previous = values.catch(() => {})
    return { keys, values }
  }

  return async (key) => {
    next ??= schedule()
    next.keys.add(key)
    return (await next.values).get(key)
  }
}
