import { getAmountDue, getPot, type PayerCounts } from '#domain/payments/fee.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'

export async function listPaidUsers(db: Db, tournamentId: number): Promise<number[]> {
  const rows = await db.selectFrom('payments').select('user_id').where('tournament_id', '=', tournamentId).execute()
  return rows.map(({ user_id }) => user_id)
}

export async function findPaidAt(db: Db, tournamentId: number, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('paid_at')
    .where('tournament_id', '=', tournamentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.paid_at ?? null
}

/** Counts those with an entry, those of them who have paid, and those who have withdrawn after paying. */
async function countPayers(db: Db, tournamentId: number): Promise<PayerCounts> {
  const rows = await db
    .selectFrom('entries')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.user_id', '=', 'entries.user_id')
        .onRef('payments.tournament_id', '=', 'entries.tournament_id'),
    )
    .select(({ eb, fn }) => [
      eb('withdrawn_at', 'is', null).as('isEntered'),
      eb('paid_at', 'is not', null).as('isPaid'),
      fn.countAll<number | string>().as('count'),
    ])
    .where('entries.tournament_id', '=', tournamentId)
    .groupBy((eb) => [eb('withdrawn_at', 'is', null), eb('paid_at', 'is not', null)])
    .execute()
  const count = (isEntered: boolean, arePaid: readonly boolean[]) =>
    rows.reduce((sum, row) => {
      const isCounted = Boolean(row.isEntered) === isEntered && arePaid.includes(Boolean(row.isPaid))
      return isCounted ? sum + Number(row.count) : sum
    }, 0)
  return { entered: count(true, [true, false]), paid: count(true, [true]), withdrawnPaid: count(false, [true]) }
}

/** The pot of a tournament in the smallest unit of its currency; null without a fee in a currency (docs/rules.md, 13.2). */
export async function findPot(db: Db, { id, fee }: Pick<Tournament, 'id' | 'fee'>): Promise<number | null> {
  return fee && getAmountDue(fee) !== null ? getPot(fee, await countPayers(db, id)) : null
}

/** Returns the ids of those who were not marked yet. */
export async function addPayments(
  trx: Db,
  tournamentId: number,
  { userIds, by, now }: { userIds: readonly number[]; by: number; now: Date },
): Promise<number[]> {
  if (userIds.length === 0) return []
  const values = { tournament_id: tournamentId, paid_at: now.toISOString(), marked_by: by }
  const rows = await trx
    .insertInto('payments')
    .values(userIds.map((user_id) => ({ ...values, user_id })))
    .onConflict((conflict) => conflict.columns(['tournament_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns the ids of those who were marked. */
export async function removePayments(trx: Db, tournamentId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .deleteFrom('payments')
    .where('tournament_id', '=', tournamentId)
    .where('user_id', 'in', userIds)
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Moves payments, of fees or of prizes, to the target of a merge. The target's own stay, because each is paid once. */
export async function movePayments(
  trx: Db,
  table: 'payments' | 'prize_payments',
  targetId: number,
  sourceIds: readonly number[],
): Promise<void> {
  await trx.updateTable(table).set({ marked_by: targetId }).where('marked_by', 'in', sourceIds).execute()
  const rows = await trx.deleteFrom(table).where('user_id', 'in', sourceIds).returningAll().execute()
  for (const row of rows.toSorted((a, b) => a.user_id - b.user_id))
    await trx
      .insertInto(table)
      .values({ ...row, user_id: targetId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
