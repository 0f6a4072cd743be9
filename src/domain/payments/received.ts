import { formatShortAmount } from './amount.ts'
import { type Fee, getAmountDue, readFee } from './fee.ts'

/** Somebody with an entry record, and when an organiser has marked them as paid. */
type Payer = { readonly isEntered: boolean; readonly paidAt: string | null }

/**
 * What has been received of what is due: "£330 of £550 received", or "6 of 10 have paid" for a fee in words. Who has paid and
 * withdrawn counts as the fee says; otherwise their money is to be given back (docs/rules.md, 13.2).
 */
export function describeReceived(fee: Fee, people: readonly Payer[]): string {
  const due = people.filter(({ isEntered, paidAt }) => isEntered || (fee.keepsWithdrawn && paidAt !== null))
  const paid = due.filter(({ paidAt }) => paidAt !== null)
  const owed = people.filter(({ isEntered, paidAt }) => !isEntered && paidAt !== null).length
  const [amount, { price }] = [getAmountDue(fee), readFee(fee)]
  const toText = (count: number) =>
    amount === null || price === null ? String(count) : formatShortAmount(amount * count, price.currency)
  const received = `${toText(paid.length)} of ${toText(due.length)} ${price === null ? 'have paid' : 'received'}`
  if (owed === 0 || fee.keepsWithdrawn) return received
  return `${received}, ${price === null ? `${owed} who withdrew have paid` : `and ${toText(owed)} from people who withdrew`}`
}
