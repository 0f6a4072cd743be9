import type { Tournament } from '#domain/tournament.ts'
import type { Db } from '../db/database.ts'

/** What goes from one user to another in a merge. */
export type Holdings = {
  /** Ways to sign in. */
  identities: number
  entries: number
  /** Tournaments with places. */
  results: number
}

/**
 * One merge at a time. Two at once could wait for each other even though both lock users in the order of their ids:
 * whoever has waited for a user who was merged meanwhile holds his tombstone, which the next merge may have to turn
 * round. The very first user stands for all merges: he comes before all others in that order.
 */
export async function lockMerges(trx: Db): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ merged_into: eb.ref('merged_into') }))
    .where('id', '=', (eb) => eb.selectFrom('users').select(({ fn }) => fn.min('id').as('first')))
    .execute()
}

/** What these users have together. */
export async function countHoldings(db: Db, userIds: readonly number[]): Promise<Holdings> {
  const count = async (table: 'user_identities' | 'entries') => {
    const rows = await db.selectFrom(table).select('user_id').where('user_id', 'in', userIds).execute()
    return rows.length
  }
  const placed = db.selectFrom('results').select(['tournament_id', 'user_id']).distinct()
  return {
    identities: await count('user_identities'),
    entries: await count('entries'),
    results: (await placed.where('user_id', 'in', userIds).execute()).length,
  }
}

/** The tournaments in which more than one of these users has an entry or results. */
export async function listSharedTournaments(
  db: Db,
  userIds: readonly number[],
): Promise<Pick<Tournament, 'id' | 'name'>[]> {
  const taken = db
    .selectFrom('entries')
    .select(['tournament_id', 'user_id'])
    .where('user_id', 'in', userIds)
    // Each pair once: a user may well have both in a tournament.
    .union(db.selectFrom('results').select(['tournament_id', 'user_id']).where('user_id', 'in', userIds))
  return db
    .selectFrom(taken.as('taken'))
    .innerJoin('tournaments', 'tournaments.id', 'taken.tournament_id')
    .select(['tournaments.id', 'tournaments.name'])
    .groupBy(['tournaments.id', 'tournaments.name'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy('tournaments.id')
    .execute()
}

/**
 * Gives the target all that the sources have, and leaves of each of them a tombstone that points at the target; so do
 * those of users whom a source had taken over before. To be called in a transaction that has locked all of them and
 * the tournaments that the sources have entered.
 */
export async function transferHoldings(
  trx: Db,
  targetId: number,
  sourceIds: readonly number[],
): Promise<void> {
  await trx
    .updateTable('user_identities')
    .set({ user_id: targetId, syncs_profile: 0 })
    .where('user_id', 'in', sourceIds)
    .execute()
  await trx.updateTable('entries').set({ user_id: targetId }).where('user_id', 'in', sourceIds).execute()
  await trx.updateTable('results').set({ user_id: targetId }).where('user_id', 'in', sourceIds).execute()
  await trx
    .updateTable('users')
    .set({ merged_into: targetId })
    .where((eb) => eb.or([eb('id', 'in', sourceIds), eb('merged_into', 'in', sourceIds)]))
    .execute()
}

/** He has signed in at least once: as one of those who were merged into him. */
export async function markReal(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('users').set({ is_real: 1 }).where('id', '=', userId).execute()
}
