import type { OwnPayment, PaymentChange, PaymentList } from '#contract/payment-contract.ts'
import { type Fee, getAmountDue } from '#domain/money/fee.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '../db/database.ts'
import { countEntries, findEntryOfUser } from '../entries/entry-store.ts'
import { listEntryRecords } from '../entries/entry-withdrawal-store.ts'
import { requireLockedTournament, requireTournament } from '../tournaments/require-tournament.ts'
import { addPayments, countKeptPayments, findPaidAt, listPayments, removePayments } from './payment-store.ts'

type Options = { db: Database['db']; clock: Pick<Clock, 'authoritativeNow'> }

export type Payments = ReturnType<typeof createPayments>

/** Who has paid, as organisers say: the pool itself moves no money (docs/rules.md, 13). */
export function createPayments({ db, clock }: Options) {
  return {
    async findOwn(tournamentId: number, userId: number): Promise<OwnPayment> {
      const { fee } = await requireTournament(db, tournamentId)
      return {
        isDue: (await findEntryOfUser(db, { tournamentId, userId })) !== undefined,
        paidAt: await findPaidAt(db, tournamentId, userId),
        pot: fee ? await findPot(db, tournamentId, fee) : null,
      }
    },

    async list(tournamentId: number): Promise<PaymentList> {
      await requireTournament(db, tournamentId)
      return listPayments(db, tournamentId)
    },

    /** Marks people with an entry as paid, or clears the marks. A repeat changes nothing. */
    async change(tournamentId: number, { userIds, isPaid }: PaymentChange, organiserId: number): Promise<PaymentList> {
      await inRetriedTransaction(db, async (trx) => {
        await requireLockedTournament(trx, tournamentId)
        const now = await clock.authoritativeNow(trx)
        const entered = (await listEntryRecords(trx, tournamentId)).filter(({ state }) => state === 'entered')
        const entrants = new Set(entered.map(({ id }) => id))
        const changed = isPaid
          ? await addPayments(trx, tournamentId, {
              userIds: userIds.filter((id) => entrants.has(id)),
              by: organiserId,
              now,
            })
          : await removePayments(trx, tournamentId, userIds)
        const action = isPaid ? 'payments marked' : 'payments cleared'
        const details = { tournamentId, userIds: changed }
        if (changed.length > 0) await addAuditEntry(trx, { userId: organiserId, action, details }, now)
      })
      return listPayments(db, tournamentId)
    },
  }
}

/** docs/rules.md, 13.2. Null if the fee is in words. */
async function findPot(db: Db, tournamentId: number, fee: Fee): Promise<number | null> {
  const amount = getAmountDue(fee)
  if (amount === null) return null
  const kept = fee.keepsWithdrawn ? await countKeptPayments(db, tournamentId) : 0
  return amount * ((await countEntries(db, tournamentId)) + kept)
}
