import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { findTournament } from './tournament-store.ts'

const names = ['056-cancelled-before-the-start']
const start = '2026-04-09T12:00:00.000Z'
const before = '2026-04-09T11:00:00.000Z'
const after = '2026-04-09T13:00:00.000Z'

it.each(databaseKinds())('an upgrade hides what was cancelled before its start, on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const earlier = Object.keys(migrations).filter((migration) => !names.includes(migration))
  await inTransaction(db, (trx) => applyMissing(trx, database.kind, earlier))
  async function add(cancelled_reason: string | null, endings: readonly string[]): Promise<number> {
    const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start }
    const row = { ...texts, active: 0, cancelled_reason, started_at: start } as const
    const { id } = await db.insertInto('tournaments').values(row).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('sealed_entries').values({ tournament_id: id, entry_id: 1, leaf: '' }).execute()
    await db.insertInto('seals').values({ tournament_id: id, root: '', size: 1, sealed_at: start }).execute()
    const details = JSON.stringify({ tournamentId: id })
    for (const at of endings)
      await db.insertInto('audit_log').values({ at, user_id: null, action: 'tournament ended', details }).execute()
    return id
  }
  const hidden = await add('Flooded', [before])
  const kept = [
    await add('Flooded', [after]),
    // Reopened, played and then cancelled.
    await add('Flooded', [before, after]),
    await add('Flooded', []),
    await add(null, [before]),
  ]
  await migrate(database)
  expect(await findTournament(db, hidden)).toMatchObject({ startedAt: null, endedBeforeStart: true, version: 2 })
  for (const id of kept) expect(await findTournament(db, id)).toMatchObject({ startedAt: start, version: 1 })
  for (const table of ['seals', 'sealed_entries'] as const) {
    const rows = await db.selectFrom(table).select('tournament_id').orderBy('tournament_id').execute()
    expect(rows.map(({ tournament_id }) => tournament_id)).toEqual(kept)
  }
  await remove()
})
