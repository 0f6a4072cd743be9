import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, terminateSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { type EventBus, openEventBus } from './event-bus.ts'

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line).msg) })
const retryMs = 20
/** Silence is detected within a second. */
const fast = { heartbeatMs: 100, responseTimeoutMs: 2500 }

const opened: EventBus[] = []

afterEach(async () => {
  for (const eventBus of opened.splice(0)) await eventBus.close()
})

async function open(config: DatabaseConfig): Promise<EventBus> {
  const eventBus = await openEventBus(config, log, { retryMs, ...fast })
  opened.push(eventBus)
  return eventBus
}

/** Everything that was received, in order. */
function listen(eventBus: EventBus): string[] {
  const received: string[] = []
  eventBus.subscribe((topic, subjectId) => received.push(`${topic} ${subjectId}`))
  eventBus.onReconnect(() => received.push('reconnect'))
  return received
}

describe.each(databaseKinds())('events of one process over $name', (kind) => {
  let config: DatabaseConfig

  beforeEach(async () => {
    const created = await kind.create()
    config = created.config
    return created.remove
  })

  it('reach its own subscribers at once, and only once', async () => {
    const eventBus = await open(config)
    const received = listen(eventBus)
    const published = eventBus.publish('leaderboard', 7)
    expect(received).toEqual(['leaderboard 7'])
    await published
    await eventBus.publish('users', 0)
    expect(received).toEqual(['leaderboard 7', 'users 0'])
  })

  it('do not reach its own subscribers when they are for its peers', async () => {
    const eventBus = await open(config)
    const received = listen(eventBus)
    await eventBus.publishToPeers('leaderboard', 7)
    await eventBus.publish('users', 0)
    expect(received).toEqual(['users 0'])
  })

  it('do not reach a subscriber that has unsubscribed', async () => {
    const eventBus = await open(config)
    const [gone, received]: [string[], string[]] = [[], []]
    eventBus.subscribe((topic) => gone.push(topic))()
    eventBus.subscribe((topic) => received.push(topic))
    await eventBus.publish('cache', 0)
    expect([gone, received]).toEqual([[], ['cache']])
  })
})

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('events between processes', () => {
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

  it('reach every process once', async () => {
    const [one, two, three] = [await open(config), await open(config), await open(config)]
    const [atOne, atTwo, atThree] = [listen(one), listen(two), listen(three)]
    await one.publish('tournament', 3)
    await one.publishToPeers('leaderboard', 3)
    await one.publish('users', 0)
    await expect.poll(() => atTwo).toEqual(['tournament 3', 'leaderboard 3', 'users 0'])
    await expect.poll(() => atThree).toEqual(atTwo)
    // PostgreSQL delivers notifications in order: by the time two's has arrived, one's own would have.
    await two.publish('cache', 0)
    await expect.poll(() => atOne).toEqual(['tournament 3', 'users 0', 'cache 0'])
  })

  it('arrive again after a lost connection, and the reconnect is reported first', async () => {
    const [one, two] = [await open(config), await open(proxy.config)]
    const received = listen(two)
    lines.length = 0
    await terminateSessions(config, 'events')
    await expect.poll(() => received).toEqual(['reconnect'])
    const lost = 'lost a dedicated database connection; reconnecting'
    const back = 'the dedicated database connection is back'
    await expect.poll(() => lines.toSorted()).toEqual([lost, lost, back, back])
    await one.publish('leaderboard', 1)
    await expect.poll(() => received).toEqual(['reconnect', 'leaderboard 1'])
  })

  it('arrive again after the connection has gone silent', async () => {
    const [one, two] = [await open(config), await open(proxy.config)]
    const received = listen(two)
    proxy.silence()
    await one.publish('leaderboard', 1)
    await expect.poll(() => received).toEqual(['reconnect'])
    await one.publish('leaderboard', 2)
    await expect.poll(() => received).toEqual(['reconnect', 'leaderboard 2'])
  })

  it('published while the database is down are sent once when it is back, and the log has one warning', async () => {
    const [publisher, other] = [await open(proxy.config), await open(config)]
    const received = listen(other)
    lines.length = 0
    await proxy.stop()
    await expect.poll(() => countSessions(config, 'events')).toBe(1)
    for (const subjectId of [1, 2, 1]) await publisher.publish('leaderboard', subjectId)
    const still = 'a dedicated database connection is still lost'
    await expect.poll(() => lines.filter((line) => line === still).length).toBeGreaterThan(2)
    await proxy.start()
    await expect.poll(() => received).toEqual(['leaderboard 1', 'leaderboard 2'])
    expect(lines.filter((line) => line === 'lost a dedicated database connection; reconnecting')).toHaveLength(1)
  })

  it('never fail their publisher, whenever the connection is lost', async () => {
    const [publisher, other] = [await open(proxy.config), await open(config)]
    const received = listen(other)
    const publishing = Array.from({ length: 20 }, (_, subjectId) => publisher.publish('tournament', subjectId))
    await proxy.stop()
    expect(await Promise.allSettled(publishing)).toEqual(
      publishing.map(() => expect.objectContaining({ status: 'fulfilled' })),
    )
    await proxy.start()
    await expect.poll(() => new Set(received).size).toBe(20)
  })

  it('need one connection, however often it is lost', async () => {
    const received = listen(await open(proxy.config))
    for (let cut = 1; cut <= 5; cut += 1) {
      await proxy.stop()
      await proxy.start()
      await expect.poll(() => received.length).toBe(cut)
    }
    expect(await countSessions(config, 'events')).toBe(1)
  })

  it('can be closed while the database is down', async () => {
    const eventBus = await open(proxy.config)
    await proxy.stop()
    await eventBus.close()
    await eventBus.publish('users', 0)
  })
})
