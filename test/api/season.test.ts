import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { importResults, parseCsv } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import {
  allSeasonPlaces,
  type SeasonSubmission,
  savedSeason,
  seasonList,
  season as seasonMessage,
} from '#contract/season-contract.ts'
import { scoreSeason } from '#domain/season/season.ts'
import { endTournament } from '../support/end-tournament.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const earlier = [
  'Tournament;Start;Name;Email;Entry 1;Entry 2;Entry 3',
  'Spring Open;2019-04-11;The player;player@example.com;1;T3;--',
  'Spring Open;2019-04-11;=Ada;ada@example.org;2;;',
  'Spring Open;2019-04-11;Ben;ben@example.org;T3;5;',
  'Autumn Open;2019-10-10;=Ada;ada@example.org;--;;',
  'Autumn Open;2019-10-10;Ben;ben@example.org;1;;',
  'Spring Open;2018-04-05;Ben;ben@example.org;4;;',
].join('\n')

const submission: SeasonSubmission = {
  id: 0,
  name: 'The tour',
  year: null,
  points: { preset: 'own', table: [10, 6, 4] },
  bestResults: 1,
  included: [],
  excluded: [],
}

describe.each(databaseKinds())('seasons over $name', (kind) => {
  let pool: TestPool
  /** By name and year. */
  const ids = new Map<string, number>()

  beforeAll(async () => {
    pool = await openTestPool({ kind, startAt: 'round-3', rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  async function get<T>(path: string, schema: z.ZodMiniType<T>, person: Person = pool.people.newcomer): Promise<T> {
    const response = await pool.call(path, person)
    expect(response.status).toBe(200)
    return schema.parse(await response.json())
  }

  async function standings(key: string) {
    const { points, bestResults, ...season } = await get(api.season(key), seasonMessage)
    return scoreSeason({ ...season, rules: { points, bestResults } }).map(
      ({ place, isShared, person, points: worth }) => `${isShared ? 'T' : ''}${place} ${person.name} ${worth / 100}`,
    )
  }

  const save = (body: unknown, person = pool.people.power) => pool.send('POST', api.seasons(), person, body)

  async function codeAndFields(response: Response) {
    const { type, fields } = problemDetails.parse(await response.json())
    return [response.status, problemCode(type), fields?.map(({ field, message }) => `${field} ${message}`)]
  }

  // Each test continues with the seasons of the previous one.

  it('are none before a tournament has ended', async () => {
    expect(await get(api.seasons(), seasonList)).toEqual([])
    expect((await pool.call(api.season('2026'), pool.people.newcomer)).status).toBe(404)
    expect((await pool.call(api.season('soon'), pool.people.newcomer)).status).toBe(400)
    expect(await get(api.seasonPlaces(), allSeasonPlaces, pool.people.power)).toEqual({ tournaments: [], people: [] })
  })

  it('are one for each year with imported or ended tournaments, newest first', async () => {
    await importResults(pool.app, new TextEncoder().encode(earlier), { fileName: 'earlier.csv' })
    const { start } = await pool.app.database.db
      .selectFrom('tournaments')
      .select('start')
      .where('id', '=', pool.tournamentId)
      .executeTakeFirstOrThrow()
    const thisYear = start.slice(0, 4)
    expect((await get(api.seasons(), seasonList)).map(({ key }) => key)).toEqual(['2019', '2018'])
    await endTournament(pool.app, pool.tournamentId)
    const seasons = await get(api.seasons(), seasonList)
    expect(seasons.map(({ name }) => name)).toEqual([thisYear, '2019', '2018'])
    expect(seasons[0]).toEqual({ key: thisYear, name: thisYear, year: Number(thisYear) })
    expect((await standings(thisYear)).length).toBe(2)
  })

  it('have everyone’s best place, and the places of all entries', async () => {
    const season = await get(api.season('2019'), seasonMessage)
    const { userId } = pool.people.player
    expect(season).toMatchObject({
      id: null,
      version: null,
      points: { preset: 'winner', table: [] },
      bestResults: null,
    })
    expect(season.tournaments.map(({ name, size, shared }) => ({ name, size, shared }))).toEqual([
      { name: 'Spring Open', size: 5, shared: [{ place: 3, count: 2 }] },
      { name: 'Autumn Open', size: 1, shared: [] },
    ])
    expect(season.people.map(({ name, places }) => [name, places])).toEqual([
      ['=Ada', [2, 0]],
      ['Ben', [3, 1]],
      ['The player', [1, null]],
    ])
    expect(season.people.at(-1)?.userId).toBe(userId)
    // Ben shares 3rd place: (15 + 12) / 2.
    expect(await standings('2019')).toEqual(['1 Ben 38.5', '2 The player 25', '3 =Ada 18'])
    for (const { id, name, start } of season.tournaments) ids.set(`${name} ${start.slice(0, 4)}`, id)
    ids.set('Spring Open 2018', (await get(api.season('2018'), seasonMessage)).tournaments[0]?.id ?? 0)
  })

  it('are the same bytes for everyone, and 304 for those who have them', async () => {
    const first = await pool.call(api.season('2019'), pool.people.player)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await pool.call(api.season('2019'), pool.people.admin, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  it('are set up, changed and removed, each time recorded in the audit log', async () => {
    const body = { ...submission, included: [ids.get('Spring Open 2019'), ids.get('Spring Open 2018')] }
    const created = savedSeason.parse(await (await save(body)).json())
    expect(created).toMatchObject({ key: `s${created.id}`, version: 1, name: 'The tour', bestResults: 1 })
    // A repeat.
    expect(savedSeason.parse(await (await save(body)).json())).toEqual(created)
    expect((await get(api.seasons(), seasonList)).map(({ name }) => name)).toContain('The tour')
    // Ben: 4th is worth nothing, T3 is (4 + 0) / 2.
    expect(await standings(created.key)).toEqual(['1 The player 10', '2 =Ada 6', '3 Ben 2'])

    const change = (version: number, table: number[], person = pool.people.admin) =>
      pool.send('PUT', api.seasons(), person, { ...body, id: created.id, points: { preset: 'own', table }, version })
    expect(savedSeason.parse(await (await change(1, [9, 3])).json()).version).toBe(2)
    expect(await standings(created.key)).toEqual(['1 The player 9', '2 =Ada 3', '3 Ben 0'])
    // Sent again, and from an older version.
    expect(savedSeason.parse(await (await change(1, [9, 3])).json()).version).toBe(2)
    expect(await codeAndFields(await change(1, [8, 3]))).toEqual([409, 'season-changed', undefined])

    const remove = (version: number) =>
      pool.send('POST', api.seasonRemove(), pool.people.power, { id: created.id, version })
    expect((await remove(1)).status).toBe(409)
    expect((await remove(2)).status).toBe(200)
    expect((await remove(2)).status).toBe(404)
    expect((await pool.call(api.season(created.key), pool.people.player)).status).toBe(404)
    const actions = await pool.app.database.db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith('season'))).toEqual([
      'season created',
      'season changed',
      'season removed',
    ])
  })

  it('of a year replace its default season', async () => {
    const body = { ...submission, name: '2019, spring', year: 2019, excluded: [ids.get('Autumn Open 2019')] }
    const created = savedSeason.parse(await (await save(body)).json())
    expect(created.key).toBe('2019')
    expect((await get(api.seasons(), seasonList)).map(({ name }) => name)).not.toContain('2019')
    expect(await standings('2019')).toEqual(['1 The player 10', '2 =Ada 6', '3 Ben 2'])
    expect(await codeAndFields(await save({ ...body, name: 'Another' }))).toEqual([
      400,
      'validation-failed',
      ['year is the year of another season'],
    ])
    await pool.send('POST', api.seasonRemove(), pool.people.power, { id: created.id, version: 1 })
    expect(await standings('2019')).toHaveLength(3)
  })

  it.each([
    [{ name: ' ' }, 'name must not be empty'],
    [{ year: 99 }, 'year must be a year'],
    [{ bestResults: 0 }, 'bestResults must be at least 1'],
    [
      { points: { preset: 'own', table: [1, 2] } },
      'points.table must not give more points for place 2 than for place 1',
    ],
    [{ points: { preset: 'tour', table: [1] } }, 'points.table must be empty for a preset'],
    [{ included: [] }, 'included must have a tournament, because no year is chosen'],
    [{ included: [999_999] }, 'included must be known tournaments'],
  ])('refuse %j', async (part, message) => {
    const response = await save({ ...submission, included: [pool.tournamentId], ...part })
    const [status, code, fields] = await codeAndFields(response)
    expect([status, code]).toEqual([400, 'validation-failed'])
    expect(fields).toContainEqual(message)
  })

  it('are a file without formulas', async () => {
    const response = await pool.call(api.seasonStandings('2019'), pool.people.newcomer)
    expect(response.headers.get('content-disposition')).toContain('2019 season.csv')
    expect(parseCsv(new Uint8Array(await response.arrayBuffer())).map(({ cells }) => cells.join('|'))).toEqual([
      'Pos|Name|Points|Tournaments|Spring Open|Points: Spring Open|Autumn Open|Points: Autumn Open',
      '1|Ben|38.5|2|3|13.5|1|25',
      '2|The player|25|1|1|25||',
      "3|'=Ada|18|2|2|18|--|0",
    ])
    expect((await pool.call(api.seasonStandings('1999'), pool.people.newcomer)).status).toBe(404)
  })

  it('follow a merge: the results are those of the target', async () => {
    const { db } = pool.app.database
    const { id } = await db.selectFrom('users').select('id').where('name', '=', '=Ada').executeTakeFirstOrThrow()
    const merged = await pool.send('POST', api.adminMergeUsers(), pool.people.admin, [pool.people.newcomer.userId, id])
    expect(merged.status).toBe(200)
    expect(await standings('2019')).toEqual(['1 Ben 38.5', '2 The player 25', '3 The newcomer 18'])
  })
})
