import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { FeedError } from '../feed/feed-error.ts'
import { addTournament } from '../tournaments/tournament-store.ts'
import { createLeaderboardFeed, type LeaderboardFeed } from './leaderboard-feed.ts'
import { createLeaderboardHub } from './leaderboard-hub.ts'

const start = new Date('2026-06-04T06:00:00.000Z')

let database: Database
let feed: LeaderboardFeed
let asked: string[]
/** Runs before a leaderboard is read; a test makes it wait. */
let beforeRead: () => Promise<void>

beforeEach(async () => {
  database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  await migrate(database)
  const { db } = database
  asked = []
  beforeRead = async () => {}
  const clock = buildClock(start)
  feed = createLeaderboardFeed({
    db,
    hub: createLeaderboardHub({
      find: () => beforeRead().then(() => undefined),
      save: async () => true,
      saveChecked: async () => {},
      tell: async () => {},
    }),
    client: {
      getLeaderboard(eventId) {
        asked.push(eventId)
        return Promise.reject(new FeedError('unreachable', 'The feed is away.'))
      },
      getPlayerSummary: () => Promise.reject(new FeedError('unreachable', 'The feed is away.')),
    },
    intervalMs: 60_000,
    clock,
    timers: { after: () => () => {} },
    random: () => 0,
    log: createLog('silent'),
  })
  await addActive('4018')
})
afterEach(async () => {
  feed.stop()
  await database.close()
})

function addActive(espnId: string) {
  const tournament = { espnId, name: 'Links Open', start: start.toISOString(), active: true } as const
  return database.db
    .transaction()
    .execute((trx) =>
      addTournament(
        trx,
        { ...tournament, tiebreakers: ['Winning score?', 'Longest drive?'], players: [] },
        start,
      ),
    )
}

it('follows the active tournament once it has the duty', async () => {
  await feed.look()
  expect(asked).toEqual([])
  feed.start()
  await feed.look()
  expect(asked).toEqual(['4018'])
})

it('follows the next tournament when another one is active, and none when none is', async () => {
  feed.start()
  await feed.look()
  await database.db.updateTable('tournaments').set({ active: 0 }).execute()
  await addActive('4019')
  await feed.look()
  await database.db.updateTable('tournaments').set({ active: 0 }).execute()
  await feed.look()
  await feed.askNow()
  expect(asked).toEqual(['4018', '4019'])
})

it('asks nothing when the duty was lost while it looked for the tournament', async () => {
  feed.start()
  const looking = feed.look()
  feed.stop()
  await looking
  expect(asked).toEqual([])
})

it('asks nothing when the duty was lost while it read how the tournament stands', async () => {
  const [began, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  beforeRead = () => {
    began.resolve()
    return read.promise
  }
  feed.start()
  const looking = feed.look()
  await began.promise
  feed.stop()
  read.resolve()
  await looking
  expect(asked).toEqual([])
})
