import * as z from 'zod/mini'
import { findPayoutError, maxMinor, maxPayouts } from '#domain/money/fee.ts'
import { id, instant, plainText, textLines } from './values.ts'

/** What playing costs, and who has paid (docs/rules.md, 13). */

const payout = z.strictObject({
  prize: z.enum(['place', 'last', 'round']),
  /** The place or the round; 1 for the last place. */
  number: z.int().check(z.positive(), z.maximum(999)),
  unit: z.enum(['percent', 'amount']),
  /** Hundredths of a per cent, or the currency’s smallest unit. */
  value: z.int().check(z.positive(), z.maximum(maxMinor)),
})

const price = z.union([
  z.strictObject({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a code such as USD')),
    /** In the currency’s smallest unit. */
    minor: z.int().check(z.positive(), z.maximum(maxMinor)),
  }),
  z.strictObject({ words: plainText(100) }),
])

/** The fee of a tournament and its payouts. */
export const fee = z
  .strictObject({
    price,
    isPerEntry: z.boolean(),
    howToPay: textLines(500),
    payouts: z.array(payout).check(z.maxLength(maxPayouts)),
    /** What those who withdraw have paid stays in the pot. */
    keepsWithdrawn: z.boolean(),
  })
  .check(z.refine((value) => findPayoutError(value) === undefined, 'must be at most the pot, each prize once'))

/** `GET /api/payment/{tournamentId}`: of the caller, and the pot. */
export const ownPayment = z.object({
  /** They have an entry that counts. */
  isDue: z.boolean(),
  paidAt: z.nullable(instant),
  /** What all players owe, in the currency’s smallest unit; null without a fee in a currency. */
  pot: z.nullable(z.int()),
})

/** `GET /api/admin/payments/{tournamentId}`: who has paid, when it was marked, and by whom. */
export const paymentList = z.array(z.object({ userId: id, paidAt: instant, by: z.string() }))

/** `POST /api/admin/payments/{tournamentId}`: marks people with an entry record as paid, or clears that. */
export const paymentChange = z.strictObject({
  userIds: z.array(id).check(z.minLength(1, 'must name at least one user'), z.maxLength(5000)),
  isPaid: z.boolean(),
})

export type OwnPayment = z.infer<typeof ownPayment>
export type PaymentList = z.infer<typeof paymentList>
export type PaymentChange = z.infer<typeof paymentChange>
