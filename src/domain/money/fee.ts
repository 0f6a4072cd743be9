import { textLocale, toOrdinal } from '../text/format.ts'

/**
 * What playing in a pool costs, and what there is to win, as an organiser has written it (docs/rules.md, 13). The pool itself
 * moves no money.
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
  /** What those who withdraw have paid stays in the pot. */
  readonly keepsWithdrawn: boolean
}

export const emptyFee: Fee = { price: '', isPerEntry: false, howToPay: '', payouts: '', keepsWithdrawn: false }

/** In the smallest unit of the currency, such as cents. */
type Price = { readonly currency: string; readonly minor: number }

export type Payout = {
  /** `last` is the last place; `round` is the best score of a round. */
  readonly prize: 'place' | 'last' | 'round'
  /** The place, or the round; 1 for the last place. */
  readonly number: number
  readonly unit: 'percent' | 'amount'
  /** In hundredths of a per cent, or in the smallest unit of the currency. */
  readonly value: number
}

const entriesPerPlayer = 3
const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }
const pricePattern = /^([a-z]{3}|[$€£])?\s*(\d[\d.,]*)\s*([a-z]{3}|[$€£])?$/i
const payoutPattern =
  /^(?:(\d{1,3})(?:st|nd|rd|th)?|(last)|round\s*([1-4]))(?:\s+place)?[\s:]+[$€£]?\s*(\d[\d.,]*)\s*(%)?/i

type ReadFee = {
  /** Null in words. */
  readonly price: Price | null
  readonly payouts: readonly Payout[]
  /** What is wrong, by field. */
  readonly errors: { readonly price?: string; readonly payouts?: string }
}

export function readFee({ price: text, payouts: lines }: Pick<Fee, 'price' | 'payouts'>): ReadFee {
  const refuse = (errors: ReadFee['errors']) => ({ price: null, payouts: [], errors })
  const price = readPrice(text.trim())
  if (typeof price === 'string') return refuse({ price })
  const payouts: Payout[] = []
  for (const line of lines.split('\n').map((line) => line.trim())) {
    if (line === '') continue
    if (price === null)
      return refuse({ payouts: 'Payouts need a fee in a currency. “How to pay” can say what there is to win.' })
    const payout = readPayout(line, price.currency)
    if (payout === null) return refuse({ payouts: `Write “${line}” as in 1st: 60%, last: 20 or round 2: 5%.` })
    if (payouts.some((other) => describePrize(other) === describePrize(payout)))
      return refuse({ payouts: `${describePrize(payout)} is listed twice.` })
    payouts.push(payout)
  }
  const percent = payouts.reduce((sum, { unit, value }) => sum + (unit === 'percent' ? value : 0), 0)
  if (percent > 100_00) return refuse({ payouts: `The shares are ${percent / 100}% of the pot, and so more than all.` })
  return { price, payouts, errors: {} }
}

/** Null in words; a text says what is wrong. */
function readPrice(text: string): Price | null | string {
  const [, before, amount = '', after] = pricePattern.exec(text) ?? []
  if (amount === '') return text === '' ? 'Enter the fee.' : null
  const name = before ?? after
  if (name === undefined) return 'Say which currency, as in 20 USD.'
  const currency = symbols[name] ?? name.toUpperCase()
  const minor = readAmount(amount, countDigits(currency))
  return minor === null ? 'Write the amount as in 12.50 USD.' : { currency, minor }
}

function readPayout(line: string, currency: string): Payout | null {
  const [, place, last, round, amount = '', percent] = payoutPattern.exec(line) ?? []
  const unit = percent === undefined ? 'amount' : 'percent'
  const value = readAmount(amount, unit === 'percent' ? 2 : countDigits(currency))
  const number = Number(round ?? place ?? 1)
  if (value === null || number < 1) return null
  return { prize: round ? 'round' : last ? 'last' : 'place', number, unit, value }
}

/** "12.5" or "12,50" as 1250; null for more digits than the currency has, and for zero. */
function readAmount(text: string, digits: number): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return fraction.length > digits || value === 0 ? null : value
}

/** What a player owes, in the smallest unit of the currency; null if the price is in words. */
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
  const { currency = 'USD' } = readFee(fee).price ?? {}
  return toFormat(currency).format(minor / 10 ** countDigits(currency))
}

/** The digits after the point: 2 for USD, 0 for JPY. */
function countDigits(currency: string): number {
  return toFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

function toFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(textLocale, { style: 'currency', currency })
}

/** "1st", "Last" or "Round 2". */
export function describePrize({ prize, number }: Pick<Payout, 'prize' | 'number'>): string {
  if (prize === 'last') return 'Last'
  return prize === 'round' ? `Round ${number}` : toOrdinal(number)
}
