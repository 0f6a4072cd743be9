import { expect, it } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { addUser } from '#test/support/add-user.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { findCurrentTournament } from './tournament-store.ts'

const past = new Date(Date.now() - 60_000).toISOString()
const future = new Date(Date.now() + 60_000).toISOString()

it.each(databaseKinds())('an upgrade stores which tournaments have started on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const userId = await addUser(db, { name: 'Ann', email: 'ann@example.org' })
  const add = async (name: string, start: string, active: 0 | 1) => {
    const texts = { espn_id: '401', tiebreaker_1: '', tiebreaker_2: '', created_at: past }
    const row = db.insertInto('tournaments').values({ ...texts, name, start, active })
    return (await row.returning('id').executeTakeFirstOrThrow()).id
  }
  await add('under way', past, 1)
  await add('cancelled before its start', future, 0)
  const placed = await add('with places', future, 0)
  await db.insertInto('results').values({ tournament_id: placed, user_id: userId, entry_number: 1, place: 1 }).execute()
  await migrate(database)
  const rows = await db.selectFrom('tournaments').select(['name', 'started_at']).orderBy('id').execute()
  expect(rows.map(({ name, started_at }) => [name, started_at])).toEqual([
    ['under way', past],
    ['cancelled before its start', null],
    ['with places', future],
  ])
  await remove()
})

it.each(databaseKinds())('an upgrade stores which tournaments were cancelled on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const user_id = await addUser(db, { name: 'Ann', email: 'ann@example.org' })
  const other = await addUser(db, { name: 'Bo', email: 'bo@example.org' })
  type Part = 'golfers' | 'board' | 'entry' | 'places' | 'tie'
  async function add(name: string, ...parts: Part[]) {
    const texts = { espn_id: '401', tiebreaker_1: '', tiebreaker_2: '', created_at: past }
    const start = name === 'never started' ? future : past
    const row = { ...texts, name, start, active: name === 'active' ? 1 : 0 } as const
    const { id } = await db.insertInto('tournaments').values(row).returning('id').executeTakeFirstOrThrow()
    const of = { tournament_id: id }
    const golfer = { ...of, espn_id: '1', name: 'Al', tier: 0, sort_order: 0 }
    const entry = { ...of, user_id, tiebreaker_1: '1', tiebreaker_2: '2', created_at: past, changed_at: past }
    const board = { ...of, version: 1, body: '{}', extras: '{}' }
    if (parts.includes('golfers')) await db.insertInto('players').values(golfer).execute()
    if (parts.includes('board')) await db.insertInto('leaderboards').values(board).execute()
    if (parts.includes('entry')) await db.insertInto('entries').values(entry).execute()
    const winners = [...(parts.includes('places') ? [user_id] : []), ...(parts.includes('tie') ? [other] : [])]
    for (const winner of winners)
      await db
        .insertInto('results')
        .values({ ...of, user_id: winner, entry_number: 1, place: 1 })
        .execute()
  }
  await add('active', 'golfers', 'entry')
  await add('imported', 'places')
  await add('played', 'golfers', 'board', 'entry', 'places')
  await add('tied', 'golfers', 'board', 'entry', 'places', 'tie')
  await add('imported with a tie', 'places', 'tie')
  await add('played by nobody', 'golfers', 'board')
  await add('without a board', 'golfers')
  await add('ended before its start', 'golfers', 'board', 'entry')
  await add('never started', 'golfers', 'entry')
  await migrate(database)
  const rows = db.selectFrom('tournaments').select('name').where('cancelled_reason', 'is not', null).orderBy('id')
  const cancelled = ['without a board', 'ended before its start', 'never started']
  expect((await rows.execute()).map(({ name }) => name)).toEqual(cancelled)
  // Organisers can say who has won it.
  const tied = db.selectFrom('tournaments').select(['name', 'decision']).where('decision', 'is not', null)
  expect(await tied.execute()).toEqual([{ name: 'tied', decision: '' }])
  expect((await findCurrentTournament(db))?.name).toBe('active')
  // The last one that was played, although others begin later.
  await db.updateTable('tournaments').set({ active: 0 }).execute()
  expect((await findCurrentTournament(db))?.name).toBe('played by nobody')
  await remove()
})
