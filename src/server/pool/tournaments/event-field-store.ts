import type { ProvisionalReason, SeenField } from '#domain/tournament/field-judge.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The feed’s list of golfers before the start. `reason`: why the list is provisional; null: it is the field. */
export type EventField = SeenField & { readonly reason: ProvisionalReason | null }

/** Null before the first poll that had golfers. */
export async function findEventField(db: Db, espnId: string): Promise<EventField | null> {
  const row = await db.selectFrom('event_fields').selectAll().where('espn_id', '=', espnId).executeTakeFirst()
  if (!row) return null
  // Written by `saveEventField`, so not validated again.
  const golferIds = JSON.parse(row.golfer_ids) as string[]
  return { golferIds, unchangedSince: row.unchanged_since, reason: row.provisional_reason }
}

export async function saveEventField(db: Db, espnId: string, field: EventField): Promise<void> {
  const values = {
    golfer_ids: JSON.stringify(field.golferIds),
    unchanged_since: field.unchangedSince,
    provisional_reason: field.reason,
  }
  await db
    .insertInto('event_fields')
    .values({ espn_id: espnId, ...values })
    .onConflict((conflict) => conflict.column('espn_id').doUpdateSet(values))
    .execute()
}
