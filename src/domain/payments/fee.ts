import { countDigits, findCurrency, formatAmount, readAmount } from './amount.ts'
import { type Payout, readPayoutLines } from './payouts.ts'

/**
 * The price of playing and the prizes, as an organiser has written them (docs/rules.md, 13). The pool itself moves no money.
 */
export type Fee = {
  /** "20 USD", or in words: "a sleeve of balls". */
  readonly price: string
  /** Times three, because everyone has three entries. */
  readonly isPerEntry: boolean
  /** Lines of text: the name of an account, a link. */
  readonly howToPay: string
  /** One per line: "1st: 60%", "last: 20" or "round 2: 5%". */
  readonly payouts: string
  /** Whether the pot keeps the payments of people who withdraw. */
  readonly keepsWithdrawn: boolean
  /** Whether the pot is what has been received, instead of what all players owe. */
  readonly countsPaid: boolean
  /** Whether the answers decide who gets which prize of those who tie, instead of sharing them. */
  readonly tiesByAnswers: boolean
}

export const emptyFee: Fee = {
  ...{ price: '', isPerEntry: false, howToPay: '', payouts: '' },
  ...{ keepsWithdrawn: false, countsPaid: false, tiesByAnswers: false },
}

/** Who has an entry, who of them has paid, and who has withdrawn after paying. */
export type PayerCounts = { readonly entered: number; readonly paid: number; readonly withdrawnPaid: number }

/** The pot in the currency's smallest unit (docs/rules.md, 13.2); null if the price is in words. */
export function getPot(fee: Fee, { entered, paid, withdrawnPaid }: PayerCounts): number | null {
  const amount = getAmountDue(fee)
  if (amount === null) return null
  return amount * ((fee.countsPaid ? paid : entered) + (fee.keepsWithdrawn ? withdrawnPaid : 0))
}

/** A price. `minor` is in the smallest unit of the currency, such as cents. */
type Price = { readonly currency: string; readonly minor: number }

const entriesPerPlayer = 3
const pricePattern = /^([a-z]{3}|[$€£])?\s*(\d[\d.,]*)\s*([a-z]{3}|[$€£])?$/i

type ReadFee = {
  /** Null if the price is in words. */
  readonly price: Price | null
  readonly payouts: readonly Payout[]
  /** Error messages by field. */
  readonly errors: { readonly price?: string; readonly payouts?: string }
}

/** Parses a fee, in the form and on the server (docs/rules.md, 13). One payout line that is refused refuses all. */
export function readFee({ price: text, payouts: lines }: Pick<Fee, 'price' | 'payouts'>): ReadFee {
  const price = readPrice(text.trim())
  if (typeof price === 'string') return { price: null, payouts: [], errors: { price } }
  const refuse = (payouts: string) => ({ price, payouts: [], errors: { payouts } })
  if (price === null) {
    if (lines.trim() === '') return { price, payouts: [], errors: {} }
    return refuse('Payouts need a fee in a currency. “How to pay” can say what there is to win.')
  }
  const payouts: Payout[] = []
  for (const { payout } of readPayoutLines(lines, price.currency)) {
    if (typeof payout === 'string') return refuse(payout)
    payouts.push(payout)
  }
  const percent = payouts.reduce((sum, { unit, value }) => sum + (unit === 'percent' ? value : 0), 0)
  if (percent > 100_00) return refuse(`The shares are ${percent / 100}% of the pot, and so more than all.`)
  return { price, payouts, errors: {} }
}

/** Parses a price: null if it is in words, a text if it is refused. */
function readPrice(text: string): Price | null | string {
  const [, before, amount = '', after] = pricePattern.exec(text) ?? []
  if (amount === '') return text === '' ? 'Enter the fee.' : null
  const name = before ?? after
  if (name === undefined) return 'Say which currency, as in 20 USD.'
  const currency = findCurrency(name)
  if (after !== undefined && findCurrency(after, currency) !== currency) return 'Say one currency, as in 20 USD.'
  const minor = readAmount(amount, countDigits(currency))
  return minor === null ? 'Write the amount as in 12.50 USD.' : { currency, minor }
}

/** The amount that a player owes in the currency's smallest unit; null if the price is in words. */
export function getAmountDue(fee: Fee): number | null {
  const { price } = readFee(fee)
  return price && price.minor * (fee.isPerEntry ? entriesPerPlayer : 1)
}

/** "$30.00", or "3 × a sleeve of balls". */
export function describeAmountDue(fee: Fee): string {
  const amount = getAmountDue(fee)
  if (amount !== null) return formatMoney(amount, fee)
  return fee.isPerEntry ? `${entriesPerPlayer} × ${fee.price}` : fee.price
}

/** "$30.00", in the currency of a fee. */
export function formatMoney(minor: number, fee: Fee): string {
  return formatAmount(minor, readFee(fee).price?.currency ?? 'USD')
}
