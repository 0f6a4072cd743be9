import * as z from 'zod/mini'
import { readFee } from '#domain/payments/fee.ts'
import { prizeKeys } from '#domain/payments/payouts.ts'
import { entryNumbers } from '#domain/tournament/tournament.ts'
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

const prize = {
  userId: id,
  entryNumber: z.int().check(z.minimum(1), z.maximum(entryNumbers.length)),
  prize: z.enum(prizeKeys),
}

/** `POST /api/admin/prizes/{tournamentId}`: marks a prize of an entry as paid out, or clears that. */
export const prizeChange = z.strictObject({ ...prize, isPaid: z.boolean() })

/** `GET /api/prizes/{tournamentId}`: the prizes that entries have won, and those paid out before a correction took them away. */
export const prizeList = z.array(
  z.object({
    ...prize,
    /** "1st", "Last" or "Round 2". */
    title: z.string(),
    /** The entry, such as "Ann 2". */
    name: z.string(),
    /** What it is now, in the smallest unit of the fee’s currency; 0 if it is won no longer. */
    minor: z.int(),
    /** What was paid out, when, and who has marked it. */
    paid: z.nullable(z.object({ minor: z.int(), currency: z.string(), at: instant, by: z.string() })),
  }),
)

/** `GET /api/season/{seasonKey}/balances`: amounts in the smallest unit of each currency, by name (docs/rules.md, 13.3). */
export const balanceList = z.array(
  z.object({
    userId: id,
    name: z.string(),
    sums: z.array(
      z.object({
        currency: z.string(),
        feesPaid: z.int(),
        feesDue: z.int(),
        /** Fees to be given back. */
        refundsDue: z.int(),
        prizesPaid: z.int(),
        /** Negative if more was paid out than is won now. */
        prizesDue: z.int(),
      }),
    ),
    /** Fees in words, which cannot be added. */
    inWords: z.array(z.object({ tournament: z.string(), fee: z.string(), isPaid: z.boolean() })),
  }),
)

export type BalanceList = z.infer<typeof balanceList>
export type ListedPrize = z.infer<typeof prizeList>[number]
export type PrizeChange = z.infer<typeof prizeChange>
export type OwnPayment = z.infer<typeof ownPayment>
export type ChangedPayments = z.infer<typeof changedPayments>
