import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { addMessages } from '#server/delivery/outbox/outbox-store.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { addLockedChange } from '#server/pool/tournaments/locked-change-store.ts'
import { changeTournament, setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { addScoreCorrection, endScoreCorrection } from '#server/scores/corrections/score-correction-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { buildFieldOf, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { type EventPool, hour, openEventPool, start, tournamentContent } from '#test/support/event-pool.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import type { PoolEvent } from './pool-event.ts'
import { createPoolEventWatch } from './pool-event-watch.ts'

/** Entry 1 has the first golfer of each tier, entry 2 the second, entry 3 the third. */
const picks = [0, 1, 2].flatMap((entry) => [0, 3, 6, 9].map((tier) => tier + entry))

describe.each(databaseKinds())('on $name', (kind) => {
  let pool: EventPool
  let detected: PoolEvent[]

  beforeEach(async () => {
    pool = await openEventPool(kind)
    detected = []
  })
  afterEach(() => pool.remove())

  function watchOf({ database = pool.database, fails = false } = {}) {
    return createPoolEventWatch({
      ...pool.services,
      db: database.db,
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
    })
  }
  const kinds = () => detected.map(({ key }) => key.replace(/:2026.*/, ''))
  const countMessages = async () => (await pool.db.selectFrom('outbox').select('id').execute()).length
  const addEntrant = async (name: string) => pool.enter(await pool.addUser(name), picks)
  const receive = (roundStatus: string, currentRound: number, changes: Partial<Leaderboard> = {}) =>
    pool.receive(roundStatus, currentRound, [-5, 0, 1], () => changes)

  test('the events before the start are detected once, across all processes and restarts', async () => {
    const other = pool.config.kind === 'postgres' ? openDatabase(pool.config) : pool.database
    await addEntrant('ann')
    for (const at of [-48 * hour, -24 * hour, -24 * hour + 1000, -2 * hour, 0, 10_000, 11_000]) {
      pool.setTimeFromStart(at)
      await Promise.all([watchOf().check(), watchOf({ database: other }).check()])
      await watchOf().check()
    }
    if (other !== pool.database) await other.close()
    expect(kinds()).toEqual(['entries-open', 'closing-24h', 'closing-2h', 'locked'])
    expect(await countMessages()).toBe(4)
    expect(detected.map(({ pool }) => pool?.entries.length ?? null)).toEqual([null, null, null, 1])
  })

  test('missing scores are detected once, across all processes and restarts, and scores by hand end that', async () => {
    const other = pool.config.kind === 'postgres' ? openDatabase(pool.config) : pool.database
    const stale = { since: new Date(start.getTime() + hour).toISOString(), reason: 'It refuses.' }
    pool.setTimeFromStart(hour)
    receive('Round 1 - In Progress', 1)
    await watchOf().check()
    detected = []
    for (const [minutes, changes] of [
      [4, { stale }],
      [5, { stale }],
      [6, { stale: { ...stale, reason: 'It is down.' } }],
      [7, { source: { kind: 'hand', since: stale.since, by: 'Olive' } }],
      [8, {}],
    ] as const) {
      pool.setTimeFromStart(hour + minutes * 60_000)
      receive('Round 1 - In Progress', 1, changes)
      await Promise.all([watchOf().check(), watchOf({ database: other }).check()])
      await watchOf().check()
    }
    if (other !== pool.database) await other.close()
    expect(detected).toMatchObject([{ kind: 'scores', missing: stale }])
    const keys = (await pool.db.selectFrom('pool_events').select('event_key').execute()).map((row) => row.event_key)
    expect(keys).toContain(`scores-back:${stale.since}`)
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
    pool.setTimeFromStart(-2 * hour)
    await watchOf().check()
    const later = new Date(start.getTime() + hour)
    await pool.db.transaction().execute(async (trx) => {
      await changeTournament(trx, pool.tournamentId, {
        ...tournamentContent,
        start: later.toISOString(),
        players: tournamentContent.players,
      })
      await bumpTournamentVersion(trx, pool.tournamentId)
    })
    await watchOf().check()
    pool.setTimeFromStart(-hour)
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open', 'closing-2h', 'closing-24h', 'closing-2h'])
  })

  test('rounds and the cut are detected when two responses agree, also across a restart; stale scores do not count', async () => {
    await addEntrant('ann')
    pool.setTimeFromStart(hour)
    receive('Round 2 - In Progress', 2)
    await watchOf().check()
    detected = []
    pool.setTimeFromStart(2 * hour)
    const cut = buildFieldOf([0, 0, 0]).golfersScores.map((golfer) => ({ ...golfer, isDNF: true, position: 'CUT' }))
    const rest = buildPlayers()
      .slice(3)
      .map((player) => buildGolferOf(player))
    receive('Round 2 - Play Complete', 2, { golfersScores: [...cut, ...rest] })
    const watch = watchOf()
    await watch.check()
    pool.setTimeFromStart(2 * hour + 60_000)
    await watch.check()
    receive('Round 2 - Play Complete', 2, { stale: { since: pool.clock.now().toISOString(), reason: 'down' } })
    await watch.check()
    expect(kinds()).toEqual([])
    receive('Round 2 - Play Complete', 2, { golfersScores: [...cut, ...rest] })
    await Promise.all([watchOf().check(), watchOf().check()])
    expect(kinds()).toEqual(['cut'])
    pool.setTimeFromStart(2 * hour + 10 * 60_000)
    receive('Round 2 - Play Complete', 2, { golfersScores: [...cut, ...rest] })
    await Promise.all([watchOf().check(), watchOf().check()])
    expect(kinds()).toEqual(['cut', 'round-end:2'])
    expect(detected[1]).toMatchObject({ round: 2, standings: { size: 3 }, recap: null })
    // Round 1 was over when the feed first responded: it is not announced.
    const events = await pool.db.selectFrom('pool_events').select(['event_key', 'is_announced']).execute()
    expect(events).toContainEqual({ event_key: 'round-end:1', is_announced: 0 })
  })

  test('the end is detected once there are places, and only if the tournament was watched', async () => {
    await addEntrant('ann')
    await watchOf().check()
    pool.setTimeFromStart(96 * hour)
    receive('Final', 4)
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open'])
    await pool.db.transaction().execute((trx) => setTournament(trx, pool.tournamentId, { active: 0 }))
    await Promise.all([watchOf().check(), watchOf().check()])
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open', 'results'])
    expect(detected[1]).toMatchObject({ standings: { size: 3 }, expiresAt: new Date(start.getTime() + 120 * hour) })
  })

  test('a correction is an event, and so is its end, unless another replaces it', async () => {
    await addEntrant('ann')
    const userId = await pool.addUser('olive')
    pool.setTimeFromStart(hour)
    receive('Round 1 - In Progress', 1)
    const correct = (status: 'DQ' | 'WD') => {
      const scores = { status, rounds: [null, null, null, null], toParDifference: null }
      const correction = { tournamentId: pool.tournamentId, espnId: '1001', scores, reason: 'Wrong card', userId }
      return addScoreCorrection(pool.db, correction, pool.clock.now())
    }
    const first = await correct('WD')
    await Promise.all([watchOf().check(), watchOf().check()])
    pool.clock.advance(1000)
    await endScoreCorrection(pool.db, first, userId, pool.clock.now())
    const second = await correct('DQ')
    await watchOf().check()
    expect(kinds().slice(-2)).toEqual([`correction:${first}`, `correction:${second}`])
    pool.clock.advance(1000)
    await endScoreCorrection(pool.db, second, null, pool.clock.now())
    await watchOf().check()
    await watchOf().check()
    expect(kinds().slice(-1)).toEqual([`correction-end:${second}`])
    expect(detected.at(-1)).toMatchObject({ isEnd: true, correction: { status: 'DQ', endedBy: null } })
    await correct('WD')
    pool.clock.advance(3 * hour)
    await watchOf().check()
    expect(kinds().slice(-1)).toEqual([`correction-end:${second}`])
  })

  test('a removal after the lock is an event, and so is its undo, also after the end, but not what is older than three hours', async () => {
    await addEntrant('ann')
    const { id: entryId } = await pool.db.selectFrom('entries').select('id').executeTakeFirstOrThrow()
    const userId = await pool.addUser('olive')
    const { tournamentId } = pool
    pool.setTimeFromStart(hour)
    await watchOf().check()
    detected = []
    const change = { tournamentId, userId, entryId }
    const old = new Date(pool.clock.now().getTime() - 3 * hour)
    await addLockedChange(pool.db, { ...change, kind: 'entry-removed', reason: 'Late' }, old)
    await addLockedChange(pool.db, { ...change, kind: 'entry-removed', reason: 'Not paid' }, pool.clock.now())
    const details = [{ field: 'payouts', before: '', after: '1st: 100%' }] as const
    await addLockedChange(pool.db, { tournamentId, userId, kind: 'details-changed', details }, pool.clock.now())
    await Promise.all([watchOf().check(), watchOf().check()])
    await addLockedChange(pool.db, { ...change, kind: 'entry-restored' }, pool.clock.now())
    await pool.db.transaction().execute((trx) => setTournament(trx, tournamentId, { active: 0 }))
    await watchOf().check()
    await watchOf().check()
    expect(detected.flatMap((event) => (event.kind === 'entry-change' ? [event.change] : []))).toMatchObject([
      { kind: 'entry-removed', by: 'olive', reason: 'Not paid', entry: { id: entryId, name: 'ann' } },
      { kind: 'entry-restored', by: 'olive' },
    ])
  })

  test('a tournament that ended before it was played has no results', async () => {
    await addEntrant('ann')
    await watchOf().check()
    await pool.db.transaction().execute((trx) => setTournament(trx, pool.tournamentId, { active: 0 }))
    await watchOf().check()
    expect(kinds()).toEqual(['entries-open'])
  })
})
