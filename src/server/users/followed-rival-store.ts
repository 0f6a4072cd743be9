import type { Db } from '#server/platform/db/database.ts'

/** The ids of the players whom a user follows. */
export async function listFollowedRivals(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rivals')
    .select('rival_id')
    .where('user_id', '=', userId)
    .orderBy('rival_id')
    .execute()
  return rows.map((row) => row.rival_id)
}

/** A repeat changes nothing. */
export async function followRival(trx: Db, userId: number, rivalId: number): Promise<void> {
  await trx
    .insertInto('rivals')
    .values({ user_id: userId, rival_id: rivalId })
    .onConflict((conflict) => conflict.columns(['user_id', 'rival_id']).doNothing())
    .execute()
}

export async function unfollowRival(trx: Db, userId: number, rivalId: number): Promise<void> {
  await trx.deleteFrom('rivals').where('user_id', '=', userId).where('rival_id', '=', rivalId).execute()
}

/** Removes the rivals whom these users follow, and these users from the rivals of others. */
export async function removeFollowedRivals(trx: Db, userIds: readonly number[]) {
  return trx
    .deleteFrom('rivals')
    .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('rival_id', 'in', userIds)]))
    .returningAll()
    .execute()
}

/** Moves the rivals of merged users to the target. Nobody follows themselves afterwards. */
export async function moveFollowedRivals(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  const toMerged = (id: number) => (sourceIds.includes(id) ? targetId : id)
  for (const row of await removeFollowedRivals(trx, sourceIds)) {
    const [userId, rivalId] = [toMerged(row.user_id), toMerged(row.rival_id)]
    if (userId !== rivalId) await followRival(trx, userId, rivalId)
  }
}
