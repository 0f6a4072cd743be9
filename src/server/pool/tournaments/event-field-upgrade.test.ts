import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { findEventField, saveEventField } from './event-field-store.ts'
import { findActiveTournament, setTournament } from './tournament-store.ts'

it.each(databaseKinds())(
  'a tournament from before has the field until a poll says otherwise, on $name',
  async (kind) => {
    const { database, remove } = await openOldDatabase(kind)
    const { db } = database
    const before = Object.keys(migrations).filter((migration) => migration !== '053-provisional-fields')
    await inTransaction(db, (trx) => applyMissing(trx, database.kind, before))
    const texts = { espn_id: '4018', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start: '' }
    const { id } = await db
      .insertInto('tournaments')
      .values({ ...texts, active: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await migrate(database)
    expect(await findActiveTournament(db)).not.toHaveProperty('fieldState')
    expect(await findEventField(db, '4018')).toBeNull()
    for (const reason of ['early', null] as const) {
      const field = { golferIds: ['1', '2'], unchangedSince: '2026-06-15T00:00:00.000Z', reason }
      await saveEventField(db, '4018', field)
      expect(await findEventField(db, '4018')).toEqual(field)
    }
    await setTournament(db, id, { field_state: 'replaced' })
    expect(await findActiveTournament(db)).toMatchObject({ fieldState: 'replaced' })
    await setTournament(db, id, { started_at: '2026-06-18T11:00:00.000Z' })
    expect(await findActiveTournament(db)).not.toHaveProperty('fieldState')
    await remove()
  },
)
