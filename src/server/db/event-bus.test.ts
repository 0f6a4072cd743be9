import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, terminateSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import type { DatabaseConfig } from '../config.ts'
import { type EventBus, openEventBus } from './event-bus.ts'

const log = createLog('silent')
const retryMs = 20

const opened: EventBus[] = []

afterEach(async () => {
  for (const eventBus of opened.splice(0)) await eventBus.close()
})

async function open(config: DatabaseConfig): Promise<EventBus> {
  const eventBus = await openEventBus(config, log, retryMs)
  opened.push(eventBus)
  return eventBus
}

/** Everything that was heard, in order. */
function listen(eventBus: EventBus): string[] {
  const received: string[] = []
  eventBus.subscribe((topic, subjectId) => received.push(`${topic} ${subjectId}`))
  eventBus.onReconnect(() => received.push('gap'))
  return received
}

describe.each(databaseKinds())('news over $name', (kind) => {
  let config: DatabaseConfig

  beforeEach(async () => {
    const created = await kind.create()
    config = created.config
    return created.remove
  })

  it('are heard by who tells them', async () => {
    const eventBus = await open(config)
    const received = listen(eventBus)
    await eventBus.publish('leaderboard', 7)
    await eventBus.publish('users', 0)
    await expect.poll(() => received).toEqual(['leaderboard 7', 'users 0'])
  })

  it('are heard no more by who has unsubscribed', async () => {
    const eventBus = await open(config)
    const [gone, received]: [string[], string[]] = [[], []]
    eventBus.subscribe((topic) => gone.push(topic))()
    eventBus.subscribe((topic) => received.push(topic))
    await eventBus.publish('cache', 0)
    await expect.poll(() => received).toEqual(['cache'])
    expect(gone).toEqual([])
  })
})

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('news between processes', () => {
  let config: DatabaseConfig
  let proxy: DatabaseProxy

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const created = await postgres.create()
    config = created.config
    proxy = await startDatabaseProxy(config)
    return async () => {
      await proxy.close()
      await created.remove()
    }
  })

  it('are heard by every process', async () => {
    const [one, two] = [await open(config), await open(config)]
    const [heardByOne, heardByTwo] = [listen(one), listen(two)]
    await one.publish('tournament', 3)
    await two.publish('leaderboard', 3)
    for (const received of [heardByOne, heardByTwo]) {
      await expect.poll(() => received).toEqual(['tournament 3', 'leaderboard 3'])
    }
  })

  it('are heard again after the connection was cut, and the gap is told first', async () => {
    const [one, two] = [await open(config), await open(proxy.config)]
    const received = listen(two)
    await terminateSessions(config, 'events')
    await expect.poll(() => received).toEqual(['gap'])
    await one.publish('leaderboard', 1)
    await expect.poll(() => received).toEqual(['gap', 'leaderboard 1'])
  })

  it('that could not be told while the database was away are told when it is back', async () => {
    const [teller, other] = [await open(proxy.config), await open(config)]
    const received = listen(other)
    await proxy.stop()
    await expect.poll(() => countSessions(config, 'events')).toBe(1)
    for (const subjectId of [1, 2, 1]) await teller.publish('leaderboard', subjectId)
    await proxy.start()
    await expect.poll(() => received).toEqual(['leaderboard 1', 'leaderboard 2'])
  })

  it('never break who tells them, at whatever moment the connection dies', async () => {
    const [teller, other] = [await open(proxy.config), await open(config)]
    const received = listen(other)
    const publishing = Array.from({ length: 20 }, (_, subjectId) => teller.publish('tournament', subjectId))
    await proxy.stop()
    expect(await Promise.allSettled(publishing)).toEqual(
      publishing.map(() => expect.objectContaining({ status: 'fulfilled' })),
    )
    await proxy.start()
    await expect.poll(() => new Set(received).size).toBe(20)
  })

  it('need one connection, however often it is lost', async () => {
    const received = listen(await open(proxy.config))
    for (let times = 1; times <= 5; times += 1) {
      await proxy.stop()
      await proxy.start()
      await expect.poll(() => received.length).toBe(times)
    }
    expect(await countSessions(config, 'events')).toBe(1)
  })

  it('end while the database is away', async () => {
    const eventBus = await open(proxy.config)
    await proxy.stop()
    await eventBus.close()
    await eventBus.publish('users', 0)
  })

  it('end while a connection is being made, and nothing is left of it', async () => {
    const eventBus = await open(proxy.config)
    proxy.hold()
    await terminateSessions(config, 'events')
    await expect.poll(() => proxy.connections()).toBe(1)
    const closed = eventBus.close()
    await proxy.start()
    await closed
    await expect.poll(() => proxy.connections()).toBe(0)
  })
})
