import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPool, createLog, findTournament } from '#built/harness.mjs'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { userResults } from '#contract/results-contract.ts'
import { tournament as tournamentMessage } from '#contract/tournament-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { toFinalPlaces } from '#domain/results/results.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { buildUpdate } from '#test/support/build-update.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '#test/support/test-pool.ts'

const hour = 3_600_000
/** Lifetime of a cached scorecard. */
const interval = 600_000

describe.each(databaseKinds())('ending a tournament over $name', (kind) => {
  const clock = buildClock(new Date())
  const lines: string[] = []
  let pool: TestPool
  /** A new one for each test; the pool's own has ended. */
  let id: number

  beforeAll(async () => {
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    pool = await openTestPool({
      kind,
      clock,
      startAt: 'round-4-late',
      rateLimitFactor: 0,
      log,
      feedIntervalMs: interval,
    })
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    // Expires the cached scorecards.
    clock.advance(interval)
    pool.simulator.faults.set(null)
    await setInactive()
    id = await addNext()
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
    lines.length = 0
  })

  const setInactive = () => pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()

  function addNext(start = new Date(clock.now().getTime() - 60_000)): Promise<number> {
    return addPool(pool.app, {
      espnId: pool.simulator.eventId,
      name: 'Spring Open',
      start,
      favourites: pool.simulator.listGolfers(),
      entrantIds: [pool.people.player.userId, pool.people.rival.userId],
    })
  }

  async function end(body: unknown = [], person: Person = pool.people.power, which = id) {
    const response = await pool.send('POST', api.tournamentEnd(which), person, body)
    const said: unknown = await response.json()
    if (response.status === 200) return { status: 200, places: finalPlaces.parse(said) }
    const { type, fields = [] } = problemDetails.parse(said)
    return { status: response.status, code: problemCode(type), fields }
  }

  async function read() {
    const path = api.tournament(id, { players: true, entries: true })
    const seen = tournamentMessage.parse(await (await pool.call(path, pool.people.player)).json())
    return { ...seen, players: seen.players ?? [], entries: seen.entries ?? [] }
  }

  async function readBoard() {
    return leaderboard.parse(await (await pool.call(api.leaderboard(id), pool.people.player)).json())
  }

  /** The standings as the browser computes them. */
  async function computePlaces() {
    return toFinalPlaces(scorePool(createPool(await read()), await readBoard()))
  }

  async function listPicked(): Promise<string[]> {
    const { entries, players } = await read()
    const ids = new Set(entries.flatMap(({ selections }) => selections.map(({ playerId }) => playerId)))
    return players.filter((player) => ids.has(player.id)).map(({ espnId }) => espnId)
  }

  const callPlayer = (espnId: string) => pool.call(api.leaderboardPlayer(id, espnId), pool.people.player)
  const resultsOf = async (person: Person) =>
    userResults
      .parse(await (await pool.call(api.results(person.userId), person)).json())
      .results.find(({ tournament }) => tournament.id === id)

  it('stores the places of the last leaderboard, which the browser computes as well', async () => {
    const places = (await computePlaces()).toSorted((a, b) => a.entryId - b.entryId)
    expect(await end(places)).toEqual({ status: 200, places })
    expect(lines).toEqual([])
    const { active, entries } = await read()
    expect(active).toBe(false)
    for (const person of [pool.people.player, pool.people.rival]) {
      const entry = entries.find(({ userId }) => userId === person.userId)
      const own = places.find(({ entryId }) => entryId === entry?.id)
      expect((await resultsOf(person))?.places).toEqual(own?.places)
    }
    const audit = await pool.app.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'tournament ended')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit).toMatchObject({ user_id: pool.people.power.userId, at: clock.now().toISOString() })
    expect(JSON.parse(audit?.details ?? '')).toMatchObject({ tournamentId: id, entries: 2 })
  })

  it('ignores submitted places, and logs if they differ', async () => {
    const places = await computePlaces()
    const forged = places.map(({ entryId }) => ({ entryId, places: [1, 1, 1] }))
    const { places: kept } = await end(forged)
    expect(kept).toEqual(places.toSorted((a, b) => a.entryId - b.entryId))
    const [line = '{}'] = lines
    expect(JSON.parse(line)).toMatchObject({ tournamentId: id, differing: 2, extra: 0 })
  })

  it('twice gets the same response and changes nothing', async () => {
    const first = await end()
    const before = await findTournament(pool.app.database.db, id)
    pool.simulator.advanceTo('final')
    const [entryId = 0] = (await computePlaces()).map((place) => place.entryId)
    expect(await end([{ entryId, places: [1, 2, 3] }], pool.people.admin)).toEqual(first)
    expect(await findTournament(pool.app.database.db, id)).toEqual(before)
    pool.simulator.advanceTo('round-4-late')
  })

  it('by two organisers at once has one effect, and both get a response', async () => {
    const answers = await Promise.all([end(), end([], pool.people.admin), end(), end([], pool.people.admin)])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map((response) => JSON.stringify(response))).size).toBe(1)
    expect((await resultsOf(pool.people.player))?.places).toHaveLength(3)
  })

  it('is refused with entries of another tournament, duplicate entries, or a malformed body', async () => {
    const [first] = await computePlaces()
    if (!first) throw new Error('Somebody has entered.')
    expect(await end([first, { ...first, entryId: 1 }])).toMatchObject({
      status: 400,
      fields: [{ field: '1.entryId' }],
    })
    expect(await end([first, first])).toMatchObject({ status: 400, fields: [{ field: '1.entryId' }] })
    for (const wrong of [
      {},
      [{ entryId: first.entryId }],
      [{ ...first, score: -9 }],
      [{ ...first, places: [0] }],
      [{ ...first, places: [1.5] }],
      [{ ...first, places: [1, 2, 3, 4] }],
      [{ ...first, places: ['1'] }],
    ]) {
      expect(await end(wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        code: 'validation-failed',
      })
    }
    expect(await end([], pool.people.power, 999_999)).toMatchObject({ status: 404, code: 'not-found' })
    expect((await read()).active).toBe(true)
  })

  it('before its start leaves it without places, and out of all results', async () => {
    await setInactive()
    id = await addNext(new Date(clock.now().getTime() + hour))
    expect(await end()).toEqual({ status: 200, places: [] })
    expect((await read()).active).toBe(false)
    expect(await resultsOf(pool.people.player)).toBeUndefined()
  })

  it('without a leaderboard, or before the first stroke, also leaves it without places', async () => {
    await setInactive()
    pool.simulator.faults.set('error-500')
    id = await addNext()
    expect(await end()).toEqual({ status: 200, places: [] })
    pool.simulator.faults.set(null)
    pool.simulator.advanceTo('scheduled')
    id = await addNext()
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
    expect((await readBoard()).golfersScores).not.toHaveLength(0)
    expect(await end()).toEqual({ status: 200, places: [] })
    pool.simulator.advanceTo('round-4-late')
  })

  it('as cancelled makes the one before the current one again, and lets it be deleted with everything it has', async () => {
    await end()
    const played = id
    id = await addNext(new Date(clock.now().getTime() + hour))
    const current = async () => (await (await pool.call(api.tournamentCurrent(), pool.people.player)).json()) as unknown
    const remove = (which = id, name = 'Spring Open') =>
      pool.send('POST', api.adminDelete(which), pool.people.power, { name })
    await pool.send('POST', api.adminInvitations(id), pool.people.power, {
      ...{ requestKey: randomUUID(), expiresAt: null, maxUses: null, isOnWall: false },
    })
    expect(await current()).toMatchObject({ id })
    expect((await remove()).status).toBe(409)
    await end()
    expect(await current()).toMatchObject({ id: played })
    expect((await remove(played)).status).toBe(409)

    expect((await remove(id, 'Autumn Open')).status).toBe(400)
    expect(await (await remove()).json()).toMatchObject({ id, cancelledReason: 'Nothing was played.' })
    expect((await remove()).status).toBe(404)
    const { db } = pool.app.database
    for (const table of ['entries', 'selections', 'players', 'invitations'] as const) {
      expect(await db.selectFrom(table).selectAll().where('tournament_id', '=', id).execute(), table).toEqual([])
    }
    const log = db.selectFrom('audit_log').select('details').where('action', '=', 'tournament deleted')
    expect(JSON.parse((await log.executeTakeFirstOrThrow()).details)).toMatchObject({ name: 'Spring Open', entries: 2 })
    expect((await pool.call(api.tournament(id, { players: true, entries: true }), pool.people.player)).status).toBe(404)
  })

  describe('keeps readable without the feed', () => {
    it('the pool, the golfers, and the scorecards of all picked golfers', async () => {
      const before = { tournament: await read(), board: await readBoard() }
      const picked = await listPicked()
      const cards = await Promise.all(picked.map(async (espnId) => (await callPlayer(espnId)).json()))
      await end()
      pool.simulator.faults.set('stopped')
      clock.advance(hour)
      pool.app.hub.clear()
      expect(await read()).toEqual({ ...before.tournament, active: false })
      expect(await readBoard()).toEqual(before.board)
      expect(picked.length).toBeGreaterThan(8)
      for (const [index, espnId] of picked.entries()) {
        const response = await callPlayer(espnId)
        expect(playerProfile.parse(await response.json())).toEqual(playerProfile.parse(cards[index]))
      }
    })

    it('without further polling: a late response changes nothing', async () => {
      const { golfersScores, currentRound, cutline, event, version } = await readBoard()
      await end()
      pool.simulator.requests.clear()
      await pool.app.feed.refreshTarget()
      await pool.app.feed.pollNow()
      expect(pool.simulator.requests.counts.get('/leaderboard')).toBeUndefined()
      const later = { currentRound, cutline, event, golfersScores: golfersScores.slice(1) }
      await pool.app.hub.update(id, buildUpdate(later, new Date(clock.now().getTime() + 1000)))
      expect((await readBoard()).version).toBe(version)
      pool.app.hub.clear()
      expect((await readBoard()).golfersScores).toEqual(golfersScores)
    })
  })
})

it('a scorecard that the feed did not deliver at the end is stored when it is first opened', async () => {
  const clock = buildClock(new Date())
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const pool = await openTestPool({ clock, startAt: 'round-4-late', feedIntervalMs: interval, log })
  const { tournamentId: id, simulator, people } = pool
  const [favourite] = simulator.listGolfers()
  const look = () => pool.call(api.leaderboardPlayer(id, favourite?.espnId ?? ''), people.player)

  simulator.faults.set('error-500')
  const response = await pool.send('POST', api.tournamentEnd(id), people.power, [])
  expect(finalPlaces.parse(await response.json())).toHaveLength(2)
  expect(lines.join()).toMatch(/scorecards could not be saved/)
  expect((await look()).status).toBe(502)

  simulator.faults.set(null)
  clock.advance(interval)
  const seen = playerProfile.parse(await (await look()).json())
  expect(seen.rounds.length).toBeGreaterThan(0)
  simulator.faults.set('stopped')
  simulator.advanceTo('final')
  clock.advance(hour)
  expect(await (await look()).json()).toEqual(seen)
  const kept = await pool.app.database.db.selectFrom('scorecards').select('espn_id').execute()
  expect(kept).toEqual([{ espn_id: favourite?.espnId }])
  await pool.close()
})
