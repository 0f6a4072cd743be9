import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { buildEspnBody, buildEspnRow } from '#test/support/build-espn-body.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { FeedError } from '../feed/feed-error.ts'
import { addTournament } from '../tournaments/tournament-store.ts'
import { createLeaderboardFeed, type LeaderboardFeed } from './leaderboard-feed.ts'
import { createLeaderboardHub } from './leaderboard-hub.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'

const start = new Date('2026-06-04T06:00:00.000Z')

let database: Database
let feed: LeaderboardFeed
let requests: string[]
/** Runs before a leaderboard is read; a test makes it wait. */
let beforeRead: () => Promise<void>

beforeEach(async () => {
  database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  await migrate(database)
  const { db } = database
  requests = []
  beforeRead = async () => {}
  const clock = buildClock(start)
  feed = createLeaderboardFeed({
    db,
    hub: createLeaderboardHub({
      find: () => beforeRead().then(() => undefined),
      save: async () => true,
      saveChecked: async () => {},
      notifyPeers: async () => {},
    }),
    client: {
      getLeaderboard(eventId) {
        requests.push(eventId)
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
  await feed.refreshTarget()
  expect(requests).toEqual([])
  feed.start()
  await feed.refreshTarget()
  expect(requests).toEqual(['4018'])
})

it('follows the next tournament when another one is active, and none when none is', async () => {
  feed.start()
  await feed.refreshTarget()
  await database.db.updateTable('tournaments').set({ active: 0 }).execute()
  await addActive('4019')
  await feed.refreshTarget()
  await database.db.updateTable('tournaments').set({ active: 0 }).execute()
  await feed.refreshTarget()
  await feed.pollNow()
  expect(requests).toEqual(['4018', '4019'])
})

it('asks nothing when the duty was lost while it looked for the tournament', async () => {
  feed.start()
  const looking = feed.refreshTarget()
  feed.stop()
  await looking
  expect(requests).toEqual([])
})

it('asks nothing when the duty was lost while it read how the tournament stands', async () => {
  const [began, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  beforeRead = () => {
    began.resolve()
    return read.promise
  }
  feed.start()
  const looking = feed.refreshTarget()
  await began.promise
  feed.stop()
  read.resolve()
  await looking
  expect(requests).toEqual([])
})

describe('long before the start', () => {
  const minute = 60_000
  const hour = 60 * minute

  let clock: ReturnType<typeof buildClock>
  let rows: Map<number, StoredLeaderboard>
  let due: Map<object, { at: number; run: () => void }>
  /** When the feed was asked, in minutes before the start. */
  let questions: number[]
  /** Each answer makes news, and each fault once there is a leaderboard. */
  let publishedCount: number
  let fails: boolean
  let withdrawn: string[]

  beforeEach(() => {
    clock = buildClock(new Date(start.getTime() - 10 * hour))
    rows = new Map()
    due = new Map()
    questions = []
    publishedCount = 0
    fails = false
    withdrawn = []
    feed = openFeed()
  })

  function openFeed(): LeaderboardFeed {
    return createLeaderboardFeed({
      db: database.db,
      hub: createLeaderboardHub({
        find: async (id) => rows.get(id),
        save: async (id, stored) => Boolean(rows.set(id, stored)),
        saveChecked: async (id, feedChecked) => {
          const row = rows.get(id)
          if (row) rows.set(id, { ...row, feedChecked })
        },
        notifyPeers: async () => {
          publishedCount += 1
        },
      }),
      client: {
        async getLeaderboard() {
          questions.push((start.getTime() - clock.now().getTime()) / minute)
          if (fails) throw new FeedError('unreachable', 'The feed is away.')
          return { body: buildBody(), askedAt: clock.now() }
        },
        getPlayerSummary: () => Promise.reject(new FeedError('unreachable', 'The feed is away.')),
      },
      intervalMs: minute,
      clock,
      timers: {
        after(ms, run) {
          const key = {}
          due.set(key, { at: clock.now().getTime() + ms, run })
          return () => void due.delete(key)
        },
      },
      random: () => 0,
      log: createLog('silent'),
    })
  }

  /** The field before its first round. */
  function buildBody() {
    const competitors = ['1', '2', '3'].map((id) =>
      buildEspnRow({ id, rounds: [], state: withdrawn.includes(id) ? 'withdrawn' : 'scheduled' }),
    )
    return buildEspnBody({ id: '4018', round: 0, play: 'scheduled', competitors })
  }

  /** Time passes, and what is due in it happens. */
  async function advance(ms: number): Promise<void> {
    const end = clock.now().getTime() + ms
    for (;;) {
      await settle()
      const [next] = [...due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)
      if (!next) break
      const [key, { at, run }] = next
      due.delete(key)
      clock.set(new Date(at))
      run()
    }
    clock.set(new Date(end))
  }

  /** Every question has been dealt with, and the next look is planned. */
  async function settle(): Promise<void> {
    do await new Promise(setImmediate)
    while (due.size === 0 || publishedCount < questions.length)
    await new Promise(setImmediate)
  }

  const board = () => [...rows.values()][0]?.message
  const listOut = () => board()?.golfersScores.flatMap(({ espnId, isDNF }) => (isDNF ? [espnId] : []))

  it('the feed is asked once an hour, from an hour before it every minute', async () => {
    feed.start()
    await advance(9 * hour - minute)
    expect(questions).toEqual([600, 540, 480, 420, 360, 300, 240, 180, 120])
    await advance(3 * minute)
    expect(questions.slice(9)).toEqual([60, 59, 58])
  })

  it('a golfer who withdraws is seen within the hour', async () => {
    feed.start()
    await advance(5 * minute)
    withdrawn = ['2']
    await advance(50 * minute)
    expect(listOut()).toEqual([])
    await advance(5 * minute)
    expect(listOut()).toEqual(['2'])
    expect(questions).toHaveLength(2)
  })

  it('after a restart the feed is not asked before its time', async () => {
    feed.start()
    await advance(20 * minute)
    feed.stop()
    feed = openFeed()
    feed.start()
    await advance(39 * minute)
    expect(questions).toEqual([600])
    await advance(minute)
    expect(questions).toEqual([600, 540])
  })

  it('a question that came to nothing is asked again, less and less often, until there is an answer', async () => {
    feed.start()
    await advance(hour - minute)
    fails = true
    await advance(20 * minute)
    expect(questions).toEqual([600, 540, 539, 538, 537, 535, 532, 528, 523])
    expect(board()?.stale?.since).toBe(new Date(start.getTime() - 540 * minute).toISOString())
    fails = false
    await advance(30 * minute)
    expect(questions.slice(9)).toEqual([518])
    expect(board()?.stale).toBeNull()
    await advance(hour - 26 * minute)
    expect(questions.slice(10)).toEqual([458])
  })
})
