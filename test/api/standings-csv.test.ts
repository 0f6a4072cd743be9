import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPool,
  addRivals,
  findTournament,
  importResults,
  listEntries,
  listPlayers,
  listTournaments,
  parseCsv,
} from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { createPool } from '#domain/entries/pool.ts'
import { type Standing, scorePool, standingAt } from '#domain/standings/standings.ts'
import { endTournament } from '../support/end-tournament.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 3_600_000
const header = 'Pos,Name,Golfer A,Golfer B,Golfer C,Golfer D,To Par,Total,Tie 1,Tie 2'

async function listStandings({ app }: TestPool, id: number): Promise<Standing[]> {
  const { db } = app.database
  const tournament = await findTournament(db, id)
  const board = await app.hub.findLatest(id)
  if (!tournament || !board) throw new Error('There are standings.')
  const lists = { players: await listPlayers(db, id), entries: await listEntries(db, id) }
  const standings = scorePool(createPool({ ...tournament, ...lists }), board.message)
  return Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
}

describe.each(databaseKinds())('the standings as a file over $name', (kind) => {
  let clock: TestClock
  let start: Date
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(new Date())
    start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-3', rateLimitFactor: 0 })
    const { db } = pool.app.database
    const { rival } = pool.people
    await db
      .updateTable('entries')
      .set({ tiebreaker_1: '-12', tiebreaker_2: '@"sum", twice' })
      .where('user_id', '=', rival.userId)
      .execute()
  })
  afterAll(() => pool.close())

  const ask = (id = pool.tournamentId, person: Person | null = pool.people.newcomer) =>
    pool.call(api.tournamentStandings(id), person)

  async function read(id = pool.tournamentId): Promise<{ text: string; cells: string[][] }> {
    const response = await ask(id)
    expect(response.status).toBe(200)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return { text: new TextDecoder().decode(bytes), cells: parseCsv(bytes).map(({ cells }) => cells) }
  }

  // From here on each test continues with the tournaments of the previous one.

  it('are refused to everyone before the start', async () => {
    for (const time of [clock.now(), new Date(start.getTime() - 1)]) {
      clock.set(time)
      for (const person of Object.values(pool.people)) {
        const response = await ask(pool.tournamentId, person)
        expect(response.status).toBe(409)
        const problem = problemDetails.parse(await response.json())
        expect(problemCode(problem.type)).toBe('not-started')
        expect(problem.detail).toBeUndefined()
      }
    }
    expect((await ask(pool.tournamentId, null)).status).toBe(401)
  })

  it('are those of the pool, line by line, after the start', async () => {
    clock.set(start)
    const { db } = pool.app.database
    await db.updateTable('users').set({ name: '=1+1' }).where('id', '=', pool.people.player.userId).execute()
    const { cells } = await read()
    const standings = await listStandings(pool, pool.tournamentId)
    expect(standings).toHaveLength(6)
    expect(cells[0]).toEqual(header.split(','))
    expect(cells.slice(1).map(([pos, name, ...others]) => [pos, name, others[4], others[5]])).toEqual(
      standings.map(({ position, displayName, relativeScore, total }) => [
        position,
        displayName.replace(/^=/, "'="),
        String(relativeScore ?? '--'),
        String(total ?? '--'),
      ]),
    )
    // One of them has two golfers who missed the cut.
    expect(standings.at(-1)?.isDisqualified).toBe(true)
    expect(cells.at(-1)?.slice(0, 1)).toEqual(['--'])
  })

  it('contain the score of each golfer, and who is dropped or out', async () => {
    const { cells } = await read()
    const standings = await listStandings(pool, pool.tournamentId)
    for (const [line, { golfers }] of standings.entries()) {
      for (const [tier, { golfer, isDropped }] of golfers.entries()) {
        const cell = cells[line + 1]?.[tier + 2] ?? ''
        expect(cell.startsWith(`${golfer.fullName} ${golfer.toPar}`)).toBe(true)
        expect(/\(.*dropped\)$/.test(cell)).toBe(isDropped)
        expect(cell.includes('(CUT')).toBe(golfer.position === 'CUT')
      }
    }
    expect(cells.flat().some((cell) => / \(CUT, dropped\)$/.test(cell))).toBe(true)
  })

  it('are a file named after the tournament that is never cached', async () => {
    await pool.app.database.db
      .updateTable('tournaments')
      .set({ name: 'Åre "Öpen"' })
      .where('id', '=', pool.tournamentId)
      .execute()
    const { headers } = await ask()
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Are -Open- standings.csv"; filename*=UTF-8''%C3%85re%20-%C3%96pen-%20standings.csv`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('stay the same after the tournament has ended and the feed is down', async () => {
    const { text } = await read()
    await endTournament(pool.app, pool.tournamentId)
    pool.simulator.faults.set('stopped')
    pool.app.hub.clear()
    expect((await read()).text).toBe(text)
  })

  it('have names and picks, and no places, while there are no scores', async () => {
    const id = await addPool(pool.app, {
      espnId: pool.simulator.eventId,
      name: 'No scores',
      start: new Date(clock.now().getTime() - 1),
      favourites: pool.simulator.listGolfers(),
      entrantIds: [pool.people.rival.userId],
    })
    const { cells } = await read(id)
    expect(cells.slice(1).map(([pos, name, , , , , toPar, total]) => [pos, name, toPar, total])).toEqual(
      [1, 2, 3].map((number) => ['--', `The rival ${number}`, '--', '--']),
    )
    expect(cells[1]?.[2]).toMatch(/^[^(\d]+$/)
  })

  it('of an imported tournament are its names and places', async () => {
    const csv = [
      'Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3',
      'Old Open,2019-04-11,Ben,ben@example.org,3,T1,',
      'Old Open,2019-04-11,Ada,ada@example.org,T1,--,DQ',
    ].join('\n')
    await importResults(pool.app, new TextEncoder().encode(csv), { fileName: 'old.csv' })
    const old = (await listTournaments(pool.app.database.db)).find(({ name }) => name === 'Old Open')
    expect((await read(old?.id)).text).toBe('Pos,Name\r\nT1,Ada 1\r\nT1,Ben 2\r\n3,Ben 1\r\n--,Ada 2\r\n--,Ada 3\r\n')
  })

  it('are not found for an unknown tournament', async () => {
    expect((await ask(999_999)).status).toBe(404)
    expect((await pool.call('/api/tournament/0/standings.csv', pool.people.player)).status).toBe(400)
  })
})

it('a large pool is streamed in parts, and completely', async () => {
  const pool = await openTestPool({ startAt: 'round-3', rateLimitFactor: 0 })
  await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  const id = await addPool(pool.app, {
    espnId: pool.simulator.eventId,
    name: 'Large',
    start: new Date(Date.now() - 1000),
    favourites: pool.simulator.listGolfers(),
    entrantIds: await addRivals(pool.app, 1200),
  })
  await pool.app.feed.refreshTarget()
  await pool.app.feed.pollNow()
  const response = await pool.call(api.tournamentStandings(id), pool.people.player)
  const rows = parseCsv(new Uint8Array(await response.arrayBuffer())).slice(1)
  const standings = await listStandings(pool, id)
  expect(standings).toHaveLength(3600)
  expect(rows.map(({ cells: [pos, name, ...others] }) => [pos, name, others[4], others[5]])).toEqual(
    standings.map(({ position, displayName, relativeScore, total }) => [
      position,
      displayName,
      String(relativeScore ?? '--'),
      String(total ?? '--'),
    ]),
  )
  await pool.close()
})
