import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FeedError } from '#server/feed/feed-error.ts'
import { createLog } from '#server/platform/log/log.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createSharedSource } from './shared-source.ts'
import { expireSourceCopies } from './source-copy-store.ts'

describe.each(databaseKinds())('data of another server over $name', (kind) => {
  const hourMs = 60 * 60_000
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let clock: ReturnType<typeof buildClock>
  let requests: number
  let failure: Error | null

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    clock = buildClock()
    requests = 0
    failure = null
  })
  afterEach(() => opened.remove())

  /** The source as in another process: only the database is shared. */
  function openSource(address = 'https://feed.example.org', schema: z.ZodMiniType<number[]> = z.array(z.int())) {
    const fetch = async () => {
      requests += 1
      if (failure) throw failure
      return [requests]
    }
    const { db } = opened.database
    const shared = { db, log: createLog('silent'), now: clock.now, name: 'numbers', ttlMs: hourMs }
    return createSharedSource({ ...shared, address, schema, fetch })
  }

  test('is requested once an hour, however many processes and people need it', async () => {
    const [one, other] = [openSource(), openSource()]
    const asOf = clock.now().toISOString()
    expect(await one.get()).toEqual({ value: [1], asOf, failure: null })
    await Promise.all(Array.from({ length: 20 }, () => Promise.all([one.get(), other.get()])))
    clock.advance(hourMs - 1)
    expect(await other.get()).toEqual({ value: [1], asOf, failure: null })
    clock.advance(1)
    const values = await Promise.all([one.get(), other.get(), one.get()])
    expect(requests).toBe(2)
    expect(values.map(({ value }) => value?.[0]).filter((value) => value === 2)).not.toEqual([])
    expect(await openSource().get()).toMatchObject({ value: [2] })
  })

  test('is unchanged while the server fails, with the reason, and is requested once a minute', async () => {
    const [one, other] = [openSource(), openSource()]
    const { asOf } = await one.get()
    failure = new FeedError('timeout', 'The numbers did not arrive.')
    clock.advance(hourMs)
    expect(await one.get()).toEqual({ value: [1], asOf, failure: 'The numbers did not arrive.' })
    expect(await other.get()).toEqual({ value: [1], asOf, failure: 'The numbers did not arrive.' })
    expect(requests).toBe(2)
    clock.advance(60_000)
    failure = null
    expect(await other.get()).toMatchObject({ value: [3], failure: null })
  })

  test('is null with the reason if it never arrived', async () => {
    failure = new FeedError('unreachable', 'Nobody is there.')
    expect(await openSource().get()).toEqual({ value: null, asOf: null, failure: 'Nobody is there.' })
    expect(await openSource().get()).toEqual({ value: null, asOf: null, failure: 'Nobody is there.' })
    expect(requests).toBe(1)
  })

  test('of another address, or of another shape, is not used', async () => {
    await openSource().get()
    expect(await openSource('https://other.example.org').get()).toMatchObject({ value: [2] })
    const strict = z.array(z.int().check(z.minimum(100)))
    expect(await openSource(undefined, strict).get()).toMatchObject({ value: [3] })
  })

  test('is requested again after the caches were cleared', async () => {
    await openSource().get()
    await expireSourceCopies(opened.database.db)
    expect(await openSource().get()).toMatchObject({ value: [2] })
  })

  test('a fault of our own is no failure of the server', async () => {
    failure = new TypeError('a mistake')
    await expect(openSource().get()).rejects.toThrow('a mistake')
  })
})
