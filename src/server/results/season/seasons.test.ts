import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { season as seasonMessage } from '#contract/season-contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { deletedUserName } from '#server/user-administration/personal-data/user-deletion-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { countYields } from '#test/support/event-loop.ts'
import { databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'
import { generateSeasonCsv } from './season-csv.ts'
import { addSeason, changeSeason, listSeasons, removeSeason } from './season-store.ts'
import { createSeasons } from './seasons.ts'

const now = new Date('2026-04-13T00:00:00.000Z')

function addMonthly(db: Db, month: number, { active } = { active: false }): Promise<number> {
  const start = new Date(Date.UTC(2020 + Math.floor(month / 12), month % 12, 9)).toISOString()
  const tiebreakers = ['', ''] as const
  return addTournament(db, { espnId: '401811941', name: `Open ${month}`, start, active, tiebreakers, players: [] }, now)
}

async function read(seasons: ReturnType<typeof createSeasons>, key: string) {
  const snapshot = await seasons.findSnapshot(key)
  return snapshot && seasonMessage.parse(JSON.parse(String(snapshot.identity)))
}

describe.each(databaseKinds())('seasons over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  it('are stored, changed and removed with their tournaments', async () => {
    const { db } = opened.database
    const ids = [await addMonthly(db, 0), await addMonthly(db, 1), await addMonthly(db, 2)]
    const tour = {
      name: 'Tour',
      year: 2020,
      points: { preset: 'own' as const, table: [3, 2] },
      bestResults: 2,
      included: ids.slice(0, 1),
      excluded: ids.slice(1),
    }
    const id = await inTransaction(db, (trx) => addSeason(trx, tour, now))
    expect(await listSeasons(db)).toEqual([{ id, version: 1, ...tour }])
    await expect(addSeason(db, { ...tour, name: 'Another' }, now)).rejects.toThrow()
    await expect(addSeason(db, { ...tour, year: null }, now)).rejects.toThrow()
    const changed = { ...tour, year: null, bestResults: null, included: ids, excluded: [] }
    await inTransaction(db, (trx) => changeSeason(trx, id, changed))
    expect(await listSeasons(db)).toEqual([{ id, version: 2, ...changed }])
    await inTransaction(db, (trx) => removeSeason(trx, id))
    expect(await listSeasons(db)).toEqual([])
    expect(await db.selectFrom('season_tournaments').selectAll().execute()).toEqual([])
  })

  it('leave out tournaments that have not ended or have no places, and keep the places of former players', async () => {
    const { db } = opened.database
    const [ended] = [await addMonthly(db, 0), await addMonthly(db, 1), await addMonthly(db, 2, { active: true })]
    const [ada, gone] = [await addUser(db, { name: 'Ada' }), await addUser(db, { name: deletedUserName })]
    const row = (user_id: number, entry_number: number, place: number | null) => ({
      tournament_id: ended ?? 0,
      user_id,
      entry_number,
      place,
    })
    await db
      .insertInto('results')
      .values([row(ada, 1, 4), row(ada, 2, 2), row(ada, 3, null), row(gone, 1, 1)])
      .execute()
    const seasons = createSeasons(db)
    const found = await read(seasons, '2020')
    expect(found?.tournaments.map(({ name, size }) => [name, size])).toEqual([['Open 0', 4]])
    expect(found?.people).toEqual([
      { userId: ada, name: 'Ada', places: [2] },
      { userId: gone, name: 'Former player', places: [1] },
    ])
    expect(await read(seasons, '2021')).toBeUndefined()
    // Within a minute, only a change of the rules makes it read the places again.
    expect(await seasons.findSnapshot('2020')).toBe(await seasons.findSnapshot('2020'))
    const year = { name: '2020', year: 2020, points: { preset: 'tour' as const, table: [] }, bestResults: 3 }
    await addSeason(db, { ...year, included: [], excluded: [] }, now)
    expect(await read(seasons, '2020')).toMatchObject({ version: 1, bestResults: 3, points: { preset: 'tour' } })
  })
})

it('a large season is read and written in steps', async () => {
  const { database, remove } = await openTestDatabase(sqlite)
  const { db } = database
  const [people, tournaments] = [5000, 6]
  for (let month = 0; month < tournaments; month += 1) await addMonthly(db, month)
  const numbers = (count: number) =>
    sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
  await sql`insert into users (id, name, email, email_verified, created_at)
    ${numbers(people)} select i, 'Player ' || i, i || '@example.org', 0, '' from n`.execute(db)
  await sql`insert into results (tournament_id, user_id, entry_number, place)
    ${numbers(people)} select t.id, n.i, e.number, 1 + 187 * ((n.i * 7919 + t.id * 104729 + e.number * 31) % 80)
    from n, tournaments t, (select 1 as number union all select 2 union all select 3) e`.execute(db)
  const all = {
    name: 'All',
    year: null,
    points: { preset: 'tour' as const, table: [] },
    bestResults: 4,
    included: Array.from({ length: tournaments }, (_, index) => index + 1),
    excluded: [],
  }
  const id = await addSeason(db, all, now)
  const seasons = createSeasons(db)
  const reading = await countYields(() => seasons.findSnapshot(`s${id}`))
  const season = await seasons.read(`s${id}`)
  const parts: string[] = []
  const writing = await countYields(async () => {
    if (season) for await (const part of generateSeasonCsv(season)) parts.push(part)
  })
  const lines = parts.map((part) => part.split('\n').length - 1)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBe(people + 1)
  // The places of one tournament, or those of 250 people.
  expect(reading).toBeGreaterThanOrEqual(tournaments + people / 250)
  // The points of 100 people, or one part of the file.
  expect(writing).toBeGreaterThanOrEqual(people / 100 + lines.length - 1)
  expect(Math.max(...lines)).toBeLessThan(200)
  await remove()
})
