import * as z from 'zod/mini'
import { readFee } from '#domain/payments/fee.ts'
import { id, instant, plainText, textLines } from './values.ts'

/** The fee of a tournament and its payments (docs/rules.md, 13). */

/** The fee of a tournament, as its organiser has written it. A price or payout that cannot be read is refused at its field, with the line. */
export const fee = z
  .strictObject({
    price: plainText(100),
    isPerEntry: z.boolean(),
    howToPay: textLines(500),
    payouts: textLines(1000),
    /** Whether the pot keeps the payments of people who withdraw. */
    keepsWithdrawn: z.boolean(),
    /** Whether the pot is what has been received, instead of what all players owe. */
    countsPaid: z._default(z.boolean(), false),
    /** Whether the answers decide who gets which prize of those who tie, instead of sharing them. */
    tiesByAnswers: z._default(z.boolean(), false),
  })
  .check(({ value, issues }) => {
    // The form adds the full stop.
    for (const [field, error] of Object.entries(readFee(value).errors))
      issues.push({ code: 'custom', path: [field], message: error.replace(/\.$/, ''), input: value })
  })

/** The fee as it is stored: its texts were checked when it was saved. */
export const storedFee = z.object({
  price: z.string(),
  isPerEntry: z.boolean(),
  howToPay: z.string(),
  payouts: z.string(),
  keepsWithdrawn: z.boolean(),
  countsPaid: z._default(z.boolean(), false),
  tiesByAnswers: z._default(z.boolean(), false),
})

/** `GET /api/payment/{tournamentId}`: the caller's payment, and the pot. */
export const ownPayment = z.object({
  /** Whether the caller has an entry that counts. */
  isDue: z.boolean(),
  paidAt: z.nullable(instant),
  /** The pot in the currency’s smallest unit, as the fee says; null without a fee in a currency. */
  pot: z.nullable(z.int()),
})

/** `POST /api/admin/payments/{tournamentId}`: marks people with an entry as paid, or clears that. The response is who has changed. */
export const paymentChange = z.strictObject({
  userIds: z.array(id).check(z.minLength(1, 'must name at least one user'), z.maxLength(5000)),
  isPaid: z.boolean(),
})

export const changedPayments = z.object({ userIds: z.array(id) })

export type OwnPayment = z.infer<typeof ownPayment>
export type ChangedPayments = z.infer<typeof changedPayments>
