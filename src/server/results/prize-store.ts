import type { PrizeKey } from '#domain/payments/payouts.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The prizes of a tournament that have been paid out, all or those of one user, and who has marked them. */
export function listPrizePayments(db: Db, tournamentId: number, userId?: number) {
  return db
    .selectFrom('prize_payments')
    .innerJoin('users', 'users.id', 'prize_payments.user_id')
    .innerJoin('users as markers', 'markers.id', 'prize_payments.marked_by')
    .select(['user_id as userId', 'users.name', 'entry_number as entryNumber'])
    .select(['prize', 'minor', 'currency', 'paid_at as at', 'markers.name as by'])
    .where('tournament_id', '=', tournamentId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .orderBy('user_id')
    .orderBy('entry_number')
    .orderBy('prize')
    .execute()
}

type PrizeOfEntry = { tournamentId: number; userId: number; entryNumber: number; prize: PrizeKey }

type Paid = { minor: number; currency: string; by: number; now: Date }

/** Returns false if it was marked already. */
export async function addPrizePayment(
  trx: Db,
  prize: PrizeOfEntry,
  { minor, currency, by, now }: Paid,
): Promise<boolean> {
  const rows = await trx
    .insertInto('prize_payments')
    .values({ ...toColumns(prize), minor, currency, paid_at: now.toISOString(), marked_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** Returns false if it was not marked. */
export async function removePrizePayment(trx: Db, prize: PrizeOfEntry): Promise<boolean> {
  const { tournament_id, user_id, entry_number, prize: key } = toColumns(prize)
  const rows = await trx
    .deleteFrom('prize_payments')
    .where('tournament_id', '=', tournament_id)
    .where('user_id', '=', user_id)
    .where('entry_number', '=', entry_number)
    .where('prize', '=', key)
    .returning('user_id')
    .execute()
  return rows.length > 0
}

function toColumns({ tournamentId, userId, entryNumber, prize }: PrizeOfEntry) {
  return { tournament_id: tournamentId, user_id: userId, entry_number: entryNumber, prize }
}
