import { expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { addUser } from '#test/support/add-user.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'

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
