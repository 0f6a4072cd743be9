import type { Db } from '#server/platform/db/database.ts'

/** The ids of the players whom a user follows. */
export async function listRivals(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rivals')
    .select('rival_id')
    .where('user_id', '=', userId)
    .orderBy('rival_id')
    .execute()
  return rows.map((row) => row.rival_id)
}

/** A repeat changes nothing. */
export async function addRival(trx: Db, userId: number, rivalId: number): Promise<void> {
  await trx
    .insertInto('rivals')
    .values({ user_id: userId, rival_id: rivalId })
    .onConflict((conflict) => conflict.columns(['user_id', 'rival_id']).doNothing())
    .execute()
}

export async function removeRival(trx: Db, userId: number, rivalId: number): Promise<void> {
  await trx.deleteFrom('rivals').where('user_id', '=', userId).where('rival_id', '=', rivalId).execute()
}

/** Whom these users follow, and who follows them. */
export async function removeRivals(trx: Db, userIds: readonly number[]) {
  return trx
    .deleteFrom('rivals')
    .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('rival_id', 'in', userIds)]))
    .returningAll()
    .execute()
}

/** For a merge. Nobody follows themselves afterwards. */
export async function moveRivals(trx: Db, targetId: number, sourceIds: readonly number[]): Promise<void> {
  const toMerged = (id: number) => (sourceIds.includes(id) ? targetId : id)
  for (const row of await removeRivals(trx, sourceIds)) {
    const [userId, rivalId] = [toMerged(row.user_id), toMerged(row.rival_id)]
    if (userId !== rivalId) await addRival(trx, userId, rivalId)
  }
}
