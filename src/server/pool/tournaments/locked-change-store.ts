import type { LockedChange, LockedDetail } from '#domain/tournament/locked-change.ts'
import type { Db } from '#server/platform/db/database.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'

/** Changes after the lock, which everybody is shown (docs/rules.md, 2.12). They are never changed or removed. */

type NewLockedChange = {
  tournamentId: number
  /** The organiser who made the change. */
  userId: number
} & (
  | { kind: 'entry-removed' | 'entry-merged'; entryId: number; reason: string }
  | { kind: 'entry-restored'; entryId: number }
  | { kind: 'details-changed'; details: readonly LockedDetail[] }
)

/**
 * Call it in the transaction of the change, which has locked the tournament and knows that it has started. It increases the
 * tournament's version, because the tournament's response contains the change.
 */
export async function addLockedChange(trx: Db, change: NewLockedChange, now: Date): Promise<void> {
  await trx
    .insertInto('changes_after_lock')
    .values({
      tournament_id: change.tournamentId,
      kind: change.kind,
      entry_id: 'entryId' in change ? change.entryId : null,
      made_by: change.userId,
      made_at: now.toISOString(),
      reason: 'reason' in change ? change.reason : null,
      details: 'details' in change ? JSON.stringify(change.details) : null,
    })
    .execute()
  await bumpTournamentVersion(trx, change.tournamentId)
}

/** The changes of a tournament after its lock, oldest first. */
export async function listLockedChanges(db: Db, tournamentId: number): Promise<LockedChange[]> {
  const rows = await changeRows(db).where('changes.tournament_id', '=', tournamentId).execute()
  return rows.map((row) => toLockedChange(row))
}

/** The changes of entries in all tournaments since a time, oldest first. */
export async function listEntryChanges(db: Db, since: Date) {
  const rows = await changeRows(db)
    .select(['changes.id', 'changes.tournament_id as tournamentId'])
    .where('changes.made_at', '>', since.toISOString())
    .where('changes.entry_id', 'is not', null)
    .execute()
  return rows.map(({ id, tournamentId, ...row }) => ({ id, tournamentId, change: toLockedChange(row) }))
}

function changeRows(db: Db) {
  return db
    .selectFrom('changes_after_lock as changes')
    .leftJoin('users as makers', 'makers.id', 'changes.made_by')
    .leftJoin('entries', 'entries.id', 'changes.entry_id')
    .leftJoin('users as owners', 'owners.id', 'entries.user_id')
    .select(['changes.kind', 'changes.made_at as at', 'makers.name as by', 'changes.reason', 'changes.details'])
    .select(['changes.entry_id as entryId', 'owners.name as owner'])
    .orderBy('changes.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof changeRows>['executeTakeFirstOrThrow']>>

function toLockedChange({ entryId, owner, details, ...row }: Row): LockedChange {
  return {
    ...row,
    entry: entryId === null ? null : { id: entryId, name: owner ?? '' },
    // Written by `addLockedChange`, so not validated again.
    details: details === null ? null : (JSON.parse(details) as LockedDetail[]),
  }
}
