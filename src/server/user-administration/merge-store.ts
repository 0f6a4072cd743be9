import { moveNotificationSettings } from '#server/messages/notifications/notification-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listEntriesOf, moveEntries } from '#server/pool/entries/entry-withdrawal-store.ts'
import { movePayments } from '#server/pool/payments/payment-store.ts'
import { moveFollowedRivals } from '#server/users/followed-rival-store.ts'
import { moveFriendGroupMembers } from '#server/users/friend-group-store.ts'
import { isAdmitted, toUserRecord, type UserRecord } from '#server/users/user-store.ts'

/** The users among these whose address nobody has proved, although an organiser lets them in. */
export async function listAdmitted(db: Db, userIds: readonly number[]): Promise<UserRecord[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', userIds).where(isAdmitted).execute()
  return rows.map(toUserRecord)
}

/** How much data these users have in total. `results`: tournaments with places. */
export async function countUserData(db: Db, userIds: readonly number[]) {
  const identities = db.selectFrom('user_identities').select('user_id').where('user_id', 'in', userIds)
  const placed = db.selectFrom('results').select(['tournament_id', 'user_id']).distinct()
  return {
    identities: (await identities.execute()).length,
    entries: (await listEntriesOf(db, userIds)).length,
    results: (await placed.where('user_id', 'in', userIds).execute()).length,
  }
}

/** The tournaments in which more than one of these users has an entry or results, and these entries: that which was saved last first. */
export async function listSharedTournaments(db: Db, userIds: readonly number[]) {
  const participations = db
    .selectFrom('entries')
    .select(['tournament_id', 'user_id'])
    .where('user_id', 'in', userIds)
    .where('withdrawn_at', 'is', null)
    // A union, because a user may have both in one tournament.
    .union(db.selectFrom('results').select(['tournament_id', 'user_id']).where('user_id', 'in', userIds))
  const shared = await db
    .selectFrom(participations.as('participations'))
    .innerJoin('tournaments', 'tournaments.id', 'participations.tournament_id')
    .select(({ fn }) => ['tournaments.id', 'tournaments.name', fn.countAll<number>().as('people')])
    .groupBy(['tournaments.id', 'tournaments.name'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy('tournaments.id')
    .execute()
  const all = await listEntriesOf(db, userIds)
  return shared.map(({ people, ...tournament }) => {
    const entries = all
      .filter(({ tournamentId }) => tournamentId === tournament.id)
      .toSorted((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt) || b.entryId - a.entryId)
    // Imported places have no entry that could be withdrawn.
    return { ...tournament, entries: entries.length === Number(people) ? entries : [] }
  })
}

/**
 * Moves everything from the sources to the target. The sources become tombstones that point to the target, as do the
 * tombstones that pointed to a source. Call it in a transaction that has locked all of them and the tournaments that the
 * sources have entered.
 */
export async function transferUserData(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('user_identities')
    .set({ user_id: targetId, syncs_profile: 0 })
    .where('user_id', 'in', sourceIds)
    .execute()
  await hideUnstarted(trx, [targetId, ...sourceIds])
  await moveEntries(trx, targetId, sourceIds)
  await trx.updateTable('results').set({ user_id: targetId }).where('user_id', 'in', sourceIds).execute()
  for (const column of ['made_by', 'ended_by'] as const)
    await trx
      .updateTable('score_corrections')
      .set({ [column]: targetId })
      .where(column, 'in', sourceIds)
      .execute()
  await trx.updateTable('changes_after_lock').set({ made_by: targetId }).where('made_by', 'in', sourceIds).execute()
  await trx.updateTable('score_sheets').set({ published_by: targetId }).where('published_by', 'in', sourceIds).execute()
  await movePayments(trx, 'payments', targetId, sourceIds)
  await movePayments(trx, 'prize_payments', targetId, sourceIds)
  await moveNotificationSettings(trx, targetId, sourceIds)
  await moveFollowedRivals(trx, targetId, sourceIds)
  await moveFriendGroupMembers(trx, targetId, sourceIds)
  // A token of a source that a block has ended must not act as the target.
  const { newest } = await trx
    .selectFrom('users')
    .select(({ fn }) => fn.max('tokens_valid_from').as('newest'))
    .where('id', 'in', [targetId, ...sourceIds])
    .executeTakeFirstOrThrow()
  await trx.updateTable('users').set({ tokens_valid_from: newest }).where('id', '=', targetId).execute()
  await trx
    .updateTable('users')
    .set({ merged_into: targetId })
    .where((eb) => eb.or([eb('id', 'in', sourceIds), eb('merged_into', 'in', sourceIds)]))
    .execute()
}

/**
 * Seals the entries of tournaments without a start. Picks of a tournament that was cancelled before its start stay secret, and
 * whoever can sign in as one of these users would otherwise see another's.
 */
async function hideUnstarted(trx: Db, userIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ is_sealed: 1 })
    .where('user_id', 'in', userIds)
    .where('tournament_id', 'in', trx.selectFrom('tournaments').select('id').where('started_at', 'is', null))
    .execute()
}

/** Records that someone has signed in as this user, or as a user merged into them. */
export async function markReal(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('users').set({ is_real: 1 }).where('id', '=', userId).execute()
}
