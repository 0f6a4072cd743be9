import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { consumePoint, removeExpiredCounters } from './rate-limit-store.ts'

/** `points` calls in `seconds`; the window starts with the first call (docs/security.md, 5). */
export type Limit = { points: number; seconds: number }

/** `points`: those taken in this window, with this one; 0 if limits are off. */
export type RateLimitResult = { isAllowed: boolean; retryAfterSeconds: number; points: number }

export type RateLimiter = {
  /** Takes one point of the key. Refused calls count too but never extend the wait. */
  consume(key: string, limit: Limit): Promise<RateLimitResult>
}

type Counter = { points: number; resetsAt: Date }

/** More keys than this at once are an attack; the least recently used are dropped. */
const maxKeys = 50_000
const sweepMs = 10 * 60 * 1000

/** Counts in memory, for one process. `factor` multiplies every limit; 0 turns them off. */
export function createMemoryRateLimiter(clock: Pick<Clock, 'now'>, factor: number): RateLimiter {
  if (factor === 0) return createNoopLimiter()
  // With `max`, the library would reserve room for all of them.
  const counters = new LRUCache<string, Counter>({ maxSize: maxKeys, sizeCalculation: () => 1 })

  return {
    async consume(key, limit) {
      const now = clock.now()
      let counter = counters.get(key)
      if (!counter || !isCurrent(counter, limit, now)) {
        counter = { points: 0, resetsAt: endOf(limit, now) }
        counters.set(key, counter)
      }
      counter.points += 1
      return toResult(counter, limit, factor, now)
    },
  }
}

/** Counts in the database, for several processes that must agree. */
export function createDatabaseRateLimiter(db: Db, clock: Pick<Clock, 'now'>, factor: number): RateLimiter {
  if (factor === 0) return createNoopLimiter()
  let sweepAt = clock.now().getTime() + sweepMs

  return {
    async consume(key, limit) {
      const now = clock.now()
      if (now.getTime() >= sweepAt) {
        sweepAt = now.getTime() + sweepMs
        await removeExpiredCounters(db, now)
      }
      const window = { now, resetsAt: endOf(limit, now), latestResetsAt: latestEndOf(limit, now) }
      return toResult(await consumePoint(db, key, window), limit, factor, now)
    },
  }
}

/** The part of an address that one person cannot change at will: an IPv4 address or an IPv6 /64. */
export function toAddressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%', 1)
  const [head = '', tail] = plain.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0')]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

function createNoopLimiter(): RateLimiter {
  return { consume: async () => ({ isAllowed: true, retryAfterSeconds: 0, points: 0 }) }
}

function endOf(limit: Limit, now: Date): Date {
  return new Date(now.getTime() + limit.seconds * 1000)
}

/** Processes on several machines differ by a few seconds (docs/security.md, 12.1). */
const clockToleranceMs = 5000

/** A window that ends later was started before the clock was set back. */
function latestEndOf(limit: Limit, now: Date): Date {
  return new Date(endOf(limit, now).getTime() + clockToleranceMs)
}

function isCurrent({ resetsAt }: Counter, limit: Limit, now: Date): boolean {
  return resetsAt > now && resetsAt <= latestEndOf(limit, now)
}

function toResult(counter: Counter, limit: Limit, factor: number, now: Date) {
  const { points } = counter
  const isAllowed = points <= Math.max(1, Math.floor(limit.points * factor))
  const waitMs = counter.resetsAt.getTime() - now.getTime()
  return { isAllowed, retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)), points }
}
