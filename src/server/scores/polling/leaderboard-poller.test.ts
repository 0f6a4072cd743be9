import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Field, feedSource } from '#domain/field/field.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { createFeedSource } from '#server/feed/feed-source.ts'
import { createSourceStatusRecorder } from '#server/feed/source-status.ts'
import { findCurrentFault } from '#server/feed/source-status-store.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log/log.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import type { LatestLeaderboard } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { noDetails } from '#server/scores/leaderboard/leaderboard-store.ts'
import { buildEspnBody, buildEspnRow, type EspnEventInput } from '#test/support/build-espn-body.ts'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import { soleAddress } from '#test/support/sole-address.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { createLeaderboardPoller, type LeaderboardPoller } from './leaderboard-poller.ts'

const minute = 60_000
const hour = 60 * minute
const start = new Date('2026-06-04T12:00:00.000Z')
const outage = new FeedError('unreachable', 'The feed is down.')

type FeedScript = EspnEventInput | Error

let database: Database
let clock: TestClock
let poller: LeaderboardPoller
let due: Map<object, { at: number; run: () => void }>
/** The responses of the feed in order; the last one is repeated. */
let script: FeedScript[]
/** Each poll, as the event and the minutes since the start. */
let polls: string[]
/** The updates that changed what the hub shows. */
let updates: string[]
let boards: Map<number, Pick<LatestLeaderboard, 'message' | 'feedChecked' | 'extras'>>
/** Runs before the hub returns a leaderboard; a test can make it wait. */
let beforeRead: () => Promise<void>
/** Runs before the feed responds; a test can make it wait. */
let beforeResponse: () => Promise<void>
let failSaves: boolean
/** The starts that were believed. */
let starts: string[]

beforeEach(async () => {
  database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  await migrate(database)
  clock = buildClock(start)
  due = new Map()
  script = [{ round: 1 }]
  polls = []
  updates = []
  boards = new Map()
  beforeRead = async () => {}
  beforeResponse = async () => {}
  failSaves = false
  starts = []
  poller = createPoller()
  await addActive('4018')
})
afterEach(async () => {
  poller.stop()
  await database.close()
})

function createPoller(): LeaderboardPoller {
  return createLeaderboardPoller({
    db: database.db,
    hub: {
      async findLatest(id) {
        await beforeRead()
        return boards.get(id) as LatestLeaderboard | undefined
      },
      async update(id, { field, extras, requestedAt }) {
        if (failSaves) throw new Error('disk full')
        const shown = boards.get(id)?.message
        if (shown && isDeepStrictEqual({ ...shown, ...field }, shown)) return
        updates.push(`round ${field.currentRound}`)
        setBoard(id, field, requestedAt, extras)
      },
      async markChecked(id, requestedAt) {
        updates.push('checked')
        const board = boards.get(id)
        if (board) setBoard(id, board.message, requestedAt, board.extras)
      },
      async markStale(id, reason, failedAt) {
        updates.push(reason)
        const board = boards.get(id)
        if (board) boards.set(id, { ...board, message: { ...board.message, stale: { since: `${failedAt}`, reason } } })
      },
    },
    source: createFeedSource(
      soleAddress({
        async getLeaderboard(eventId) {
          polls.push(`${eventId} ${(clock.now().getTime() - start.getTime()) / minute}`)
          const next = (script.length > 1 ? script.shift() : script[0]) ?? {}
          await beforeResponse()
          if (next instanceof Error) throw next
          return { body: buildEspnBody({ id: eventId, ...next }), requestedAt: clock.now() }
        },
      }),
    ),
    status: createSourceStatusRecorder({ db: database.db, log: createLog('silent'), isDocument: false }),
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
    followStart: async (_, at) => void starts.push(at),
    log: createLog('silent'),
  })
}

function setBoard(id: number, field: Field, at: Date, extras: LatestLeaderboard['extras']): void {
  const timeStamp = at.toISOString()
  const { currentRound, cutline, event, golfersScores } = field
  const message = {
    version: 1,
    timeStamp,
    stale: null,
    source: feedSource,
    currentRound,
    cutline,
    event,
    golfersScores: [...golfersScores],
  }
  boards.set(id, { message, extras, feedChecked: timeStamp })
}

function addActive(espnId: string, at = start): Promise<number> {
  const tournament = { espnId, name: 'Links Open', start: at.toISOString(), active: true } as const
  return database.db
    .transaction()
    .execute((trx) =>
      addTournament(trx, { ...tournament, tiebreakers: ['Winning score?', 'Drive?'], players: [] }, start),
    )
}

const endAll = () => database.db.updateTable('tournaments').set({ active: 0 }).execute()

/** Lets everything that needs no timer finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

/** Moves the clock, and runs the timers that are due on the way. */
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

/** The minutes of the polls. */
const minutes = () => polls.map((poll) => Number(poll.split(' ')[1]))

describe('the polled tournament', () => {
  it('is the active one, once this process is the leader', async () => {
    await poller.refreshTarget()
    await poller.pollNow()
    expect(polls).toEqual([])
    poller.start()
    await poller.refreshTarget()
    expect(polls).toEqual(['4018 0'])
  })

  it('is the next one when that becomes active, and none when none is', async () => {
    poller.start()
    await poller.refreshTarget()
    await endAll()
    await addActive('4019')
    await poller.refreshTarget()
    await endAll()
    await poller.refreshTarget()
    await poller.pollNow()
    await advance(hour)
    expect(polls).toEqual(['4018 0', '4019 0'])
  })

  it('is not polled after the lease has expired, even before the poller is stopped', async () => {
    let isValid = true
    poller.start({ isValid: () => isValid })
    await advance(minute)
    isValid = false
    await advance(10 * minute)
    expect(minutes()).toEqual([0, 1])
  })

  it('is found within a minute even if its event was missed', async () => {
    await endAll()
    poller.start()
    await advance(10 * minute)
    await addActive('4019')
    await advance(minute)
    expect(polls).toEqual(['4019 11'])
  })

  it('is still polled while the database cannot be read', async () => {
    poller.start()
    await advance(minute)
    await database.db.schema.alterTable('tournaments').renameTo('gone').execute()
    await advance(2 * minute)
    expect(minutes()).toEqual([0, 1, 2, 3])
  })

  it('is not polled when leadership is lost during the lookup', async () => {
    poller.start()
    const refreshed = poller.refreshTarget()
    poller.stop()
    await refreshed
    expect(polls).toEqual([])
    expect(due.size).toBe(0)
  })

  it('is not polled when leadership is lost while its leaderboard is read', async () => {
    const [began, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforeRead = () => {
      began.resolve()
      return read.promise
    }
    poller.start()
    const refreshed = poller.refreshTarget()
    await began.promise
    poller.stop()
    read.resolve()
    await refreshed
    expect(polls).toEqual([])
  })

  it('is polled again after this process is re-elected', async () => {
    poller.start()
    await advance(minute)
    poller.stop()
    await advance(10 * minute)
    poller.start()
    await advance(minute)
    expect(minutes()).toEqual([0, 1, 11, 12])
  })
})

describe('a poll', () => {
  it('follows at once after the start, then every interval, on one timer', async () => {
    poller.start()
    await advance(10 * minute)
    expect(minutes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(due.size).toBe(1)
  })

  it('on request is made at once and starts a new interval', async () => {
    poller.start()
    await advance(minute / 2)
    await poller.pollNow()
    await advance(1.5 * minute)
    expect(minutes()).toEqual([0, 0.5, 1.5])
  })

  it('on request joins the one in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beforeResponse = () => promise
    poller.start()
    await poller.refreshTarget()
    const requested = Promise.all([poller.pollNow(), poller.pollNow()])
    resolve()
    await requested
    expect(polls).toHaveLength(1)
  })

  it('whose response arrives after leadership is lost changes nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beforeResponse = () => promise
    poller.start()
    await poller.refreshTarget()
    poller.stop()
    resolve()
    await advance(hour)
    expect(polls).toHaveLength(1)
    expect(updates).toEqual([])
  })

  it('passes the field on with the courses, dated by the request', async () => {
    poller.start()
    await advance(0)
    expect([...boards.values()]).toMatchObject([
      {
        message: { currentRound: 1, timeStamp: start.toISOString() },
        extras: { courses: [{ name: 'Old Links', isHost: true }] },
      },
    ])
    expect(updates).toEqual(['round 1', 'checked'])
  })
})

describe('a failed poll', () => {
  it('marks the scores stale until the next response', async () => {
    script = [{ round: 1 }, outage, outage, { round: 1 }]
    poller.start()
    await advance(3 * minute)
    expect(updates).toEqual(['round 1', 'checked', outage.message, outage.message, 'checked'])
  })

  it('is followed by the pause for which the feed asks, and then by polls every interval', async () => {
    script = [{ round: 1 }, new FeedError('status', 'Too often.', undefined, 429, 10 * minute), { round: 1 }]
    poller.start()
    await advance(13 * minute)
    expect(minutes()).toEqual([0, 1, 11, 12, 13])
  })

  it('can have its cause in the body: an unknown event, missing golfers, match play', async () => {
    script = [
      { event: { id: '401000009' } },
      { round: 2, competitors: [] },
      { event: { tournament: { scoringSystem: { name: 'Match' } } } },
    ]
    poller.start()
    await advance(2 * minute)
    expect(updates).toEqual([
      expect.stringContaining('does not know the event'),
      expect.stringContaining('incomplete'),
      expect.stringContaining('match play'),
    ])
  })

  it('can have its cause in the database: the next response is saved', async () => {
    failSaves = true
    poller.start()
    await advance(minute / 2)
    failSaves = false
    await advance(minute)
    expect(updates).toEqual(['The scores could not be updated.', 'round 1', 'checked'])
  })
})

describe('a response that lacks what the stored leaderboard has', () => {
  it('is a failure, however often it comes, and after a restart', async () => {
    script = [{ round: 2 }, { round: 2, competitors: [buildEspnRow({ rounds: [] })] }]
    poller.start()
    await advance(minute)
    poller.stop()
    poller = createPoller()
    poller.start()
    await advance(2 * minute)
    const failure = expect.stringContaining('no longer has all strokes')
    expect(updates).toEqual(['round 2', 'checked', failure, failure, failure, failure])
    expect([...boards.values()][0]?.message).toMatchObject({ currentRound: 2, golfersScores: [{ total: 70 }] })
  })
})

describe('a response that goes backwards', () => {
  it('is accepted the third time in a row', async () => {
    script = [{ round: 3 }, { round: 2 }]
    poller.start()
    await advance(3 * minute)
    expect(updates).toEqual(['round 3', 'checked', 'checked', 'checked', 'round 2', 'checked'])
  })

  it('is recognised by comparing it with the stored leaderboard after a restart', async () => {
    script = [{ round: 2 }]
    setBoard(1, buildField({ currentRound: 3 }), new Date(start.getTime() - hour), noDetails)
    poller.start()
    await advance(0)
    expect(updates).toEqual(['checked'])
  })
})

describe('an event that is over', () => {
  const final: EspnEventInput = { round: 4, play: 'final', competitors: [buildEspnRow()] }

  it('never has stale scores, and polling ends despite failures', async () => {
    script = [final, outage]
    poller.start()
    await advance(24 * hour)
    expect(polls).toHaveLength(13)
    expect(updates).toEqual(['round 4', 'checked'])
    expect(await findCurrentFault(database.db)).toBeNull()
  })

  it('is polled every interval again while the feed says that it is not over', async () => {
    script = [final, { round: 4 }]
    poller.start()
    await advance(17 * minute)
    expect(minutes()).toEqual([0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    expect(updates.slice(0, 6)).toEqual(['round 4', 'checked', 'checked', 'checked', 'round 4', 'checked'])
  })

  it('is polled in the same way after a restart', async () => {
    script = [final]
    const field = buildField({ currentRound: 4, event: buildEvent({ completed: true }) })
    setBoard(1, field, new Date(start.getTime() - hour), noDetails)
    poller.start()
    await advance(10 * minute)
    expect(minutes()).toEqual([0, 5, 10])
  })
})

describe('long before the start', () => {
  /** The field before its first round. */
  const buildEarly = (withdrawn: string[] = []): EspnEventInput => ({
    round: 0,
    play: 'scheduled',
    competitors: ['1', '2', '3'].map((id) =>
      buildEspnRow({ id, rounds: [], state: withdrawn.includes(id) ? 'withdrawn' : 'scheduled' }),
    ),
  })

  beforeEach(() => {
    clock.set(new Date(start.getTime() - 10 * hour))
    script = [buildEarly()]
  })

  const listOut = () =>
    [...boards.values()][0]?.message.golfersScores.flatMap(({ espnId, isDNF }) => (isDNF ? [espnId] : []))

  it('the feed is polled once an hour, and every minute from an hour before', async () => {
    poller.start()
    await advance(9 * hour - minute)
    expect(minutes()).toEqual([-600, -540, -480, -420, -360, -300, -240, -180, -120])
    await advance(3 * minute)
    expect(minutes().slice(9)).toEqual([-60, -59, -58])
  })

  it('a start that is moved forward is detected', async () => {
    poller.start()
    await advance(10 * minute)
    await database.db
      .updateTable('tournaments')
      .set({ start: new Date(start.getTime() - 9 * hour).toISOString() })
      .execute()
    await poller.refreshTarget()
    await advance(2 * minute)
    expect(minutes()).toEqual([-600, -590, -589, -588])
  })

  it('a new start is believed when two polls in a row give it', async () => {
    const give = (date: string): EspnEventInput => ({ ...buildEarly(), event: { date } })
    script = [give('2026-06-04T04:00Z'), give('2026-06-05T04:00Z'), give('2026-06-04T04:00Z')]
    poller.start()
    await advance(hour)
    expect(starts).toEqual([])
    await advance(2 * hour)
    expect(starts).toEqual(['2026-06-04T04:00:00.000Z'])
    // Nothing is compared with it after the start.
    await advance(9 * hour)
    const known = starts.length
    expect(minutes().at(-1)).toBeGreaterThan(0)
    await advance(hour)
    expect(starts).toHaveLength(known)
  })

  it('a withdrawal is detected within the hour', async () => {
    poller.start()
    await advance(5 * minute)
    script = [buildEarly(['2'])]
    await advance(50 * minute)
    expect(listOut()).toEqual([])
    await advance(5 * minute)
    expect(listOut()).toEqual(['2'])
    expect(polls).toHaveLength(2)
  })

  it('a restart makes no extra poll', async () => {
    poller.start()
    await advance(20 * minute)
    poller.stop()
    poller = createPoller()
    poller.start()
    await advance(39 * minute)
    expect(minutes()).toEqual([-600])
    await advance(minute)
    expect(minutes()).toEqual([-600, -540])
  })

  it('a restart after a failure polls at once', async () => {
    poller.start()
    await advance(hour - minute)
    script = [outage]
    await advance(minute)
    poller.stop()
    poller = createPoller()
    poller.start()
    await advance(0)
    expect(minutes()).toEqual([-600, -540, -540])
  })
})
