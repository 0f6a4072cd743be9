import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { createOutbox } from '#server/outbox/outbox.ts'
import { addMessages } from '#server/outbox/outbox-store.ts'
import { buildEvent, buildFieldOf, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { addEntry } from '../tournaments/entry-store.ts'
import {
  addTournament,
  bumpTournamentVersion,
  changeTournament,
  deactivateTournament,
  listPlayers,
} from '../tournaments/tournament-store.ts'
import { addUserWithIdentity } from '../users/identity-store.ts'
import type { PoolEvent } from './pool-event.ts'
import { createPoolEventWatch } from './pool-event-watch.ts'

const log = createLog('silent')
const hour = 60 * 60_000
const start = new Date('2026-04-09T12:00:00.000Z')
const content = {
  name: 'Links Open',
  start: start.toISOString(),
  tiebreakers: ['Winning score?', 'Longest drive?'],
  players: buildPlayers(),
} as const

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let tournamentId: number
  let board: { message: Leaderboard; feedChecked: string } | undefined
  let detected: PoolEvent[]
  const clock = buildClock()
  const fromStart = (ms: number) => clock.set(new Date(start.getTime() + ms))

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    detected = []
    board = undefined
    fromStart(-48 * hour)
    const tournament = { ...content, espnId: '4018', active: true }
    tournamentId = await opened.database.db.transaction().execute((trx) => addTournament(trx, tournament, clock.now()))
  })
  afterEach(() => opened.remove())

  function watchOf({ database = opened.database, fails = false } = {}) {
    const { db } = database
    return createPoolEventWatch({
      db,
      clock,
      hub: { findLatest: async () => board as never },
      outbox: createOutbox({ db, channels: [], clock, log, timers: globalThis }),
      listeners: [
        async (trx, event) => {
          const message = {
            channel: 'push',
            requestKey: `${event.tournament.id}:${event.key}`,
            recipient: 'a',
          } as const
          await addMessages(trx, [{ ...message, payload: event.kind }], event.at)
          if (fails) throw new Error('the process died')
          detected.push(event)
        },
      ],
      log,
    })
  }
  const kinds = () => detected.map(({ key }) => key.replace(/:2026.*/, ''))
  const countMessages = async () => (await opened.database.db.selectFrom('outbox').select('id').execute()).length
  async function addPlayer(name: string) {
    const { db } = opened.database
    const profile = { name, email: `${name}@example.com`, emailVerified: true, asOf: clock.now() }
    const { user } = await addUserWithIdentity(db, { issuer: 'test', subject: name }, profile, clock.now())
    const playerIds = (await listPlayers(db, tournamentId)).map(({ id }) => id)
    const picks = [0, 1, 2].flatMap((entry) => [0, 3, 6, 9].map((tier) => playerIds[tier + entry] ?? 0))
    const entry = { tournamentId, userId: user.id, tiebreakers: ['-10', '300'] as const, playerIds: picks }
    await db.transaction().execute((trx) => addEntry(trx, { ...entry, tiebreakers: ['-10', '300'] }, clock.now()))
  }
  function receive(roundStatus: string, currentRound: number, changes: Partial<Leaderboard> = {}) {
    const field = buildFieldOf([-5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    board = {
      feedChecked: clock.now().toISOString(),
      message: {
        ...field,
        golfersScores: [...field.golfersScores],
        currentRound,
        event: buildEvent({ roundStatus }),
        version: 1,
        timeStamp: clock.now().toISOString(),
        stale: null,
        ...changes,
      },
    }
  }

  test('the events before the start are detected once, across all processes and restarts', async () => {
    const other = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
    await addPlayer('ann')
    for (const at of [-48 * hour, -24 * hour, -24 * hour + 1000, -2 * hour, 0, 10_000, 11_000]) {
      fromStart(at)
      await Promise.all([watchOf().check(), watchOf({ database: other }).check()])
      await watchOf().check()
    }
    if (other !== opened.database) await other.close()
    expect(kinds()).toEqual(['entries-open', 'closing-24h', 'closing-2h', 'locked'])
    expect(await countMessages()).toBe(4)
    expect(detected.map(({ pool }) => pool?.entries.length ?? null)).toEqual([null, null, null, 1])
  })

  test('an event whose messages could not be stored is not lost', async () => {
    await expect(watchOf({ fails: true }).check()).rejects.toThrow('died')
    expect(await countMessages()).toBe(0)
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open'])
    expect(await countMessages()).toBe(1)
  })

  test('a new start is a new deadline', async () => {
    await watchOf().check()
    fromStart(-2 * hour)
    await watchOf().check()
    const later = new Date(start.getTime() + hour)
    await opened.database.db.transaction().execute(async (trx) => {
      await changeTournament(trx, tournamentId, { ...content, start: later.toISOString(), players: content.players })
      await bumpTournamentVersion(trx, tournamentId)
    })
    await watchOf().check()
    fromStart(-hour)
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open', 'closing-2h', 'closing-24h', 'closing-2h'])
  })

  test('rounds and the cut are detected when two responses agree, also across a restart; stale scores do not count', async () => {
    await addPlayer('ann')
    fromStart(hour)
    receive('Round 2 - In Progress', 2)
    await watchOf().check()
    detected = []
    fromStart(2 * hour)
    const cut = buildFieldOf([0, 0, 0]).golfersScores.map((golfer) => ({ ...golfer, isDNF: true, position: 'CUT' }))
    const rest = buildPlayers()
      .slice(3)
      .map((player) => buildGolferOf(player))
    receive('Round 2 - Play Complete', 2, { golfersScores: [...cut, ...rest] })
    const watch = watchOf()
    await watch.check()
    fromStart(2 * hour + 60_000)
    await watch.check()
    receive('Round 2 - Play Complete', 2, { stale: { since: start.toISOString(), reason: 'down' } })
    await watch.check()
    expect(kinds()).toEqual([])
    receive('Round 2 - Play Complete', 2, { golfersScores: [...cut, ...rest] })
    await Promise.all([watchOf().check(), watchOf().check()])
    expect(kinds()).toEqual(['round-end:2', 'cut'])
    expect(detected[0]).toMatchObject({ round: 2, standings: { size: 3 } })
    // Round 1 was over when the feed first responded: it is not announced.
    const events = await opened.database.db.selectFrom('pool_events').select(['event_key', 'is_announced']).execute()
    expect(events).toContainEqual({ event_key: 'round-end:1', is_announced: 0 })
  })

  test('the end is detected once there are places, and only if the tournament was watched', async () => {
    await addPlayer('ann')
    await watchOf().check()
    fromStart(96 * hour)
    receive('Final', 4)
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open'])
    await opened.database.db.transaction().execute((trx) => deactivateTournament(trx, tournamentId))
    await Promise.all([watchOf().check(), watchOf().check()])
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open', 'results'])
    expect(detected[1]).toMatchObject({ standings: { size: 3 }, expiresAt: new Date(start.getTime() + 120 * hour) })
  })

  test('a tournament that ended before it was played has no results', async () => {
    await addPlayer('ann')
    await watchOf().check()
    await opened.database.db.transaction().execute((trx) => deactivateTournament(trx, tournamentId))
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open'])
  })
})
