import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { findSeal, findSealedHead, listLeaves } from './seal-store.ts'

const past = '2026-04-09T11:00:00.000Z'

it.each(databaseKinds())(
  'a seal from before its second format is of format 1, over the entries alone, on $name',
  async (kind) => {
    const { database, remove } = await openOldDatabase(kind)
    const { db } = database
    const before = Object.keys(migrations).filter((name) => name < '049')
    await inTransaction(db, (trx) => applyMissing(trx, database.kind, before))
    const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: past }
    const row = db.insertInto('tournaments').values({ ...texts, start: past, active: 1 })
    const { id } = await row.returning('id').executeTakeFirstOrThrow()
    const [root, leaf] = ['ab'.repeat(32), 'cd'.repeat(32)]
    await sql`insert into seals (tournament_id, root, size, sealed_at) values (${id}, ${root}, 1, ${past})`.execute(db)
    await db.insertInto('sealed_entries').values({ tournament_id: id, entry_id: 7, leaf }).execute()
    await migrate(database)
    expect(await findSeal(db, id)).toMatchObject({ format: 1, root, size: 1, sealedAt: past })
    expect(await findSealedHead(db, id)).toBeNull()
    expect(await listLeaves(db, id)).toEqual([{ leaf, entryId: 7 }])
    await remove()
  },
)
