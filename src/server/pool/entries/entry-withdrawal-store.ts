import type { Entry } from '#domain/tournament/tournament.ts'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { removeEntry } from './entry-store.ts'

/** The entry records of a tournament in the order of their withdrawal: all, or only the withdrawn ones. */
export async function listEntryRecords(db: Db, tournamentId: number, { areWithdrawn = false } = {}) {
  const rows = await selectRecords(db)
    .where('entries.tournament_id', '=', tournamentId)
    .$if(areWithdrawn, (query) => query.where('withdrawn_at', 'is not', null))
    .execute()
  return rows.map(toRecord)
}

/** The one entry record that a user can have in a tournament. */
export async function findEntryRecord(db: Db, { tournamentId, userId }: Pick<Entry, 'tournamentId' | 'userId'>) {
  const row = await selectRecords(db)
    .where('entries.tournament_id', '=', tournamentId)
    .where('entries.user_id', '=', userId)
    .executeTakeFirst()
  return row && toRecord(row)
}

type Withdrawal = { withdrawn_at: string | null; withdrawn_by: number | null; withdrawal_reason: string | null }

/** Withdraws an entry record or takes it back. Call it in a transaction that has locked the tournament. */
export async function setEntryWithdrawal(trx: Db, entryId: number, withdrawal: Withdrawal): Promise<void> {
  await trx.updateTable('entries').set(withdrawal).where('id', '=', entryId).execute()
}

/**
 * When a record is withdrawn. The time says whether that was before the lock, so it is never before a stored start, even if the
 * clock was set back.
 */
export function toWithdrawalTime(now: Date, startedAt: string | null): string {
  const at = now.toISOString()
  return startedAt !== null && at < startedAt ? startedAt : at
}

/** The entries of these users that are not withdrawn. */
export function listEntriesOf(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('entries')
    .select(['id as entryId', 'user_id as userId', 'tournament_id as tournamentId', 'changed_at as changedAt'])
    .where('user_id', 'in', userIds)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Gives the entry records of these users to another one, as a merge does. Withdrawn ones stay where they are, and nobody can
 * take them back: whoever could sign in as one of these users would see the picks of another.
 */
export async function moveEntries(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ withdrawn_by: null })
    .where('user_id', 'in', [targetId, ...sourceIds])
    .where('withdrawn_at', 'is not', null)
    .execute()
  for (const { entryId, userId, tournamentId } of await listEntriesOf(trx, sourceIds)) {
    // A user has one record in a tournament: the target's withdrawn one, if any, goes to the source.
    const replaced = await findEntryRecord(trx, { tournamentId, userId: targetId })
    const putBack = replaced && (await takeOut(trx, replaced.entryId))
    await trx.updateTable('entries').set({ user_id: targetId }).where('id', '=', entryId).execute()
    await putBack?.(userId)
  }
}

async function takeOut(trx: Db, entryId: number): Promise<(userId: number) => Promise<void>> {
  const picks = await trx.selectFrom('selections').selectAll().where('entry_id', '=', entryId).execute()
  const row = await trx.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirstOrThrow()
  await removeEntry(trx, entryId)
  return async (userId) => {
    await trx
      .insertInto('entries')
      .values({ ...row, user_id: userId })
      .execute()
    await trx.insertInto('selections').values(picks).execute()
  }
}

function selectRecords(db: Db) {
  return db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .leftJoin('users as removers', 'removers.id', 'entries.withdrawn_by')
    .leftJoin('payments', (join) =>
      join.onRef('payments.user_id', '=', 'users.id').onRef('payments.tournament_id', '=', 'entries.tournament_id'),
    )
    .leftJoin('users as markers', 'markers.id', 'payments.marked_by')
    .select(['paid_at as paidAt', 'markers.name as paidTo'])
    .select(['entries.id as entryId', 'users.id', 'users.name', 'users.email as userName', 'users.deleted_at'])
    .select(['withdrawn_at as at', 'withdrawal_reason as reason', 'removers.name as remover', 'is_sealed'])
    .orderBy('withdrawn_at')
    .orderBy('entries.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>

type State = 'entered' | 'closed' | 'withdrawn' | 'removed'

/** The state of an entry record. A merge leaves a withdrawn record without a remover: it is closed. */
function toState({ at, reason, remover }: Pick<Row, 'at' | 'reason' | 'remover'>): State {
  if (at === null) return 'entered'
  if (remover === null) return 'closed'
  return reason === null ? 'withdrawn' : 'removed'
}

function toRecord({ remover, deleted_at, is_sealed, ...row }: Row) {
  const state = toState({ ...row, remover })
  const by = state === 'removed' ? remover : null
  const userName = toAddress(row.userName)
  return { ...row, userName, state, by, isDeleted: deleted_at !== null, isSealed: is_sealed === 1 }
}
