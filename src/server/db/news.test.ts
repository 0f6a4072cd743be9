import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, cutSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import type { DatabaseConfig } from '../config.ts'
import { type News, openNews } from './news.ts'

const log = createLog('silent')
const retryMs = 20

const opened: News[] = []

afterEach(async () => {
  for (const news of opened.splice(0)) await news.close()
})

async function open(config: DatabaseConfig): Promise<News> {
  const news = await openNews(config, log, retryMs)
  opened.push(news)
  return news
}

/** Everything that was heard, in order. */
function listen(news: News): string[] {
  const heard: string[] = []
  news.subscribe((topic, about) => heard.push(`${topic} ${about}`))
  news.onGap(() => heard.push('gap'))
  return heard
}

describe.each(databaseKinds())('news over $name', (kind) => {
  let config: DatabaseConfig

  beforeEach(async () => {
    const created = await kind.create()
    config = created.config
    return created.remove
  })

  it('are heard by who tells them', async () => {
    const news = await open(config)
    const heard = listen(news)
    await news.publish('leaderboard', 7)
    await news.publish('users', 0)
    await expect.poll(() => heard).toEqual(['leaderboard 7', 'users 0'])
  })

  it('are heard no more by who has unsubscribed', async () => {
    const news = await open(config)
    const [gone, heard]: [string[], string[]] = [[], []]
    news.subscribe((topic) => gone.push(topic))()
    news.subscribe((topic) => heard.push(topic))
    await news.publish('cache', 0)
    await expect.poll(() => heard).toEqual(['cache'])
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
    for (const heard of [heardByOne, heardByTwo]) {
      await expect.poll(() => heard).toEqual(['tournament 3', 'leaderboard 3'])
    }
  })

  it('are heard again after the connection was cut, and the gap is told first', async () => {
    const [one, two] = [await open(config), await open(proxy.config)]
    const heard = listen(two)
    await cutSessions(config, 'news')
    await expect.poll(() => heard).toEqual(['gap'])
    await one.publish('leaderboard', 1)
    await expect.poll(() => heard).toEqual(['gap', 'leaderboard 1'])
  })

  it('that could not be told while the database was away are told when it is back', async () => {
    const [teller, other] = [await open(proxy.config), await open(config)]
    const heard = listen(other)
    await proxy.stop()
    await expect.poll(() => countSessions(config, 'news')).toBe(1)
    for (const about of [1, 2, 1]) await teller.publish('leaderboard', about)
    await proxy.start()
    await expect.poll(() => heard).toEqual(['leaderboard 1', 'leaderboard 2'])
  })

  it('never break who tells them, at whatever moment the connection dies', async () => {
    const [teller, other] = [await open(proxy.config), await open(config)]
    const heard = listen(other)
    const told = Array.from({ length: 20 }, (_, about) => teller.publish('tournament', about))
    await proxy.stop()
    expect(await Promise.allSettled(told)).toEqual(
      told.map(() => expect.objectContaining({ status: 'fulfilled' })),
    )
    await proxy.start()
    await expect.poll(() => new Set(heard).size).toBe(20)
  })

  it('need one connection, however often it is lost', async () => {
    const heard = listen(await open(proxy.config))
    for (let times = 1; times <= 5; times += 1) {
      await proxy.stop()
      await proxy.start()
      await expect.poll(() => heard.length).toBe(times)
    }
    expect(await countSessions(config, 'news')).toBe(1)
  })

  it('end while the database is away', async () => {
    const news = await open(proxy.config)
    await proxy.stop()
    await news.close()
    await news.publish('users', 0)
  })

  it('end while a connection is being made, and nothing is left of it', async () => {
    const news = await open(proxy.config)
    proxy.hold()
    await cutSessions(config, 'news')
    await expect.poll(() => proxy.connections()).toBe(1)
    const closed = news.close()
    await proxy.start()
    await closed
    await expect.poll(() => proxy.connections()).toBe(0)
  })
})
