import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter, type RateLimiter, toAddressKey } from './rate-limiter.ts'

const limit = { points: 3, seconds: 60 }
const kinds = databaseKinds().map((kind) => ({
  name: kind.name,
  async open(factor: number) {
    const clock = buildClock()
    const { database, remove } = await openTestDatabase(kind)
    return { clock, limiter: createDatabaseRateLimiter(database.db, clock, factor), remove }
  },
}))
const memory = {
  name: 'memory',
  async open(factor: number) {
    const clock = buildClock()
    return { clock, limiter: createMemoryRateLimiter(clock, factor), remove: async () => {} }
  },
}

describe.each([memory, ...kinds])('in $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(1)
  })
  afterAll(() => opened.remove())

  test('the points of a key run out and come back with the next window', async () => {
    const { limiter, clock } = opened
    expect(await consumeMany(limiter, 'a', 4)).toEqual([true, true, true, false])
    expect(await limiter.consume('a', limit)).toEqual({ isAllowed: false, retryAfterSeconds: 60, points: 5 })
    expect(await consumeMany(limiter, 'b', 1)).toEqual([true])
    clock.advance(59_000)
    expect(await limiter.consume('a', limit)).toEqual({ isAllowed: false, retryAfterSeconds: 1, points: 6 })
    clock.advance(1000)
    expect(await consumeMany(limiter, 'a', 4)).toEqual([true, true, true, false])
  })

  test('of many concurrent calls, exactly as many pass as there are points', async () => {
    const result = await Promise.all(Array.from({ length: 40 }, () => opened.limiter.consume('many', limit)))
    expect(result.filter((consume) => consume.isAllowed)).toHaveLength(3)
  })

  test('a clock that is set back starts a new window, unless it is only a few seconds behind', async () => {
    const { limiter, clock } = opened
    expect(await consumeMany(limiter, 'back', 4)).toEqual([true, true, true, false])
    clock.advance(-2000)
    expect(await limiter.consume('back', limit)).toEqual({ isAllowed: false, retryAfterSeconds: 62, points: 5 })
    clock.advance(-2 * 3_600_000)
    expect(await consumeMany(limiter, 'back', 3)).toEqual([true, true, true])
    expect(await limiter.consume('back', limit)).toEqual({ isAllowed: false, retryAfterSeconds: 60, points: 4 })
    clock.advance(2 * 3_600_000 + 2000)
  })

  test('the factor multiplies the points, and 0 turns the limits off', async () => {
    const double = await open(2)
    expect(await consumeMany(double.limiter, 'a', 7)).toEqual([true, true, true, true, true, true, false])
    await double.remove()
    const off = await open(0)
    expect(await consumeMany(off.limiter, 'a', 50)).not.toContain(false)
    await off.remove()
  })
})

test('memory drops the least recently used keys when an attacker invents more than it holds', async () => {
  const limiter = createMemoryRateLimiter(buildClock(), 1)
  await consumeMany(limiter, 'first', 3)
  for (let index = 0; index < 50_000; index += 1) await limiter.consume(`invented ${index}`, limit)
  expect(await consumeMany(limiter, 'first', 1)).toEqual([true])
})

test('an IPv6 address counts as its network, an IPv4 address as itself', () => {
  expect(toAddressKey('203.0.113.9')).toBe('203.0.113.9')
  expect(toAddressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(toAddressKey('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(toAddressKey('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64')
  expect(toAddressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(toAddressKey('::1')).toBe('0:0:0:0::/64')
  expect(toAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

async function consumeMany(limiter: RateLimiter, key: string, count: number): Promise<boolean[]> {
  const result: boolean[] = []
  for (let call = 0; call < count; call += 1) result.push((await limiter.consume(key, limit)).isAllowed)
  return result
}
