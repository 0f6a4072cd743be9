import type { OwnPayment, PaymentChange } from '#contract/payment-contract.ts'
import { describeAmountDue, type Fee, getAmountDue } from '#domain/money/fee.ts'
import { sortByName } from '#domain/names/names.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import { formatCsv } from '../csv/csv-formatter.ts'
import type { Db } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { countEntries, findEntryOfUser } from '../entries/entry-store.ts'
import { listEntryRecords } from '../entries/entry-withdrawal-store.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { inLockedTournament } from '../tournaments/tournament-start.ts'
import { addPayments, findPaidAt, removePayments } from './payment-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock'>

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

    /** Everyone with an entry record, and what they have paid, as CSV. */
    async toCsv(tournamentId: number): Promise<{ name: string; csv: string }> {
      const { name, fee } = await requireTournament(db, tournamentId)
      const people = sortByName(await listEntryRecords(db, tournamentId))
      const rows = people.map(({ name, userName, state, paidAt, paidTo }) => {
        const due = fee && state === 'entered' ? describeAmountDue(fee) : ''
        return [name, userName, due, paidAt ?? '', paidTo ?? '']
      })
      return { name, csv: formatCsv(['Name', 'Email', 'Due', 'Paid', 'Marked by'], rows) }
    },

    /** Marks people with an entry as paid, or clears the marks. Returns those who have changed. */
    async change(tournamentId: number, { userIds, isPaid }: PaymentChange, organiserId: number): Promise<number[]> {
      return inLockedTournament({ db, clock }, tournamentId, async (trx, { now }) => {
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
        return changed
      })
    },
  }
}

/** docs/rules.md, 13.2. Null if the fee is in words. */
async function findPot(db: Db, tournamentId: number, fee: Fee): Promise<number | null> {
  const amount = getAmountDue(fee)
  if (amount === null) return null
  if (!fee.keepsWithdrawn) return amount * (await countEntries(db, tournamentId))
  const records = await listEntryRecords(db, tournamentId)
  return amount * records.filter(({ state, paidAt }) => state === 'entered' || paidAt !== null).length
}
