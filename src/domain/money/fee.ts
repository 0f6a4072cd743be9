import { formatNumber, textLocale, toOrdinal } from '../text/format.ts'

/** What playing in a pool costs, and what there is to win (docs/rules.md, 13). The pool itself moves no money. */

/** In the smallest unit of a currency (cents), or in words: "a sleeve of balls". */
export type Price = { readonly currency: string; readonly minor: number } | { readonly words: string }

/** `value` is in hundredths of a per cent, or in the smallest unit of the currency. */
export type Payout = {
  /** `last` is the last place; `round` is the best score of a round. */
  readonly prize: 'place' | 'last' | 'round'
  /** The place, or the round; 1 for the last place. */
  readonly number: number
  readonly unit: 'percent' | 'amount'
  readonly value: number
}

export type Fee = {
  readonly price: Price
  /** Times three, because everyone has three entries. */
  readonly isPerEntry: boolean
  /** Lines of text: the name of an account, a link. */
  readonly howToPay: string
  readonly payouts: Payout[]
  /** What those who withdraw have paid stays in the pot. */
  readonly keepsWithdrawn: boolean
}

/** docs/rules.md, 2.1. */
const entriesPerPlayer = 3

export const maxMinor = 100_000_000
export const maxPayouts = 40

/** What a player owes, in the smallest unit of the currency; null if the price is in words. */
export function getAmountDue({ price, isPerEntry }: Fee): number | null {
  return 'words' in price ? null : price.minor * (isPerEntry ? entriesPerPlayer : 1)
}

/** "$30.00", or "3 × a sleeve of balls". */
export function describeAmountDue(fee: Fee): string {
  const { price, isPerEntry } = fee
  if ('words' in price) return isPerEntry ? `${entriesPerPlayer} × ${price.words}` : price.words
  return formatMoney(getAmountDue(fee) ?? 0, price.currency)
}

/** "$30.00" */
export function formatMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat(textLocale, { style: 'currency', currency })
  return format.format(minor / 10 ** countDigits(currency))
}

/** The digits after the point: 2 for USD, 0 for JPY. */
function countDigits(currency: string): number {
  const format = new Intl.NumberFormat(textLocale, { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

/** Reads "20 USD", "$12.50" or "a sleeve of balls"; or says what is wrong. */
export function parsePrice(text: string): Price | string {
  const words = text.trim()
  const [, before, amount = '', after] = /^([a-z]{3}|[$€£])?\s*(\d[\d.,]*)\s*([a-z]{3}|[$€£])?$/i.exec(words) ?? []
  if (amount === '') return words.length > 100 ? 'Use at most 100 characters.' : { words }
  const name = before ?? after
  if (name === undefined) return 'Say which currency, as in 20 USD.'
  const currency = symbols[name] ?? name.toUpperCase()
  const minor = parseAmount(amount, countDigits(currency))
  return minor === null || minor > maxMinor ? 'Write the amount as in 12.50 USD.' : { currency, minor }
}

/** The reverse of `parsePrice`. */
export function toPriceText(price: Price): string {
  return 'words' in price ? price.words : `${toAmountText(price.minor, price.currency)} ${price.currency}`
}

/** Reads one payout per line, such as "1st: 60 %", "last: 20" or "round 2: 5 %"; or says what is wrong. */
export function parsePayouts(text: string, price: Price): Payout[] | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return []
  if ('words' in price) return 'Payouts need a fee in a currency. Say in “How to pay” what there is to win.'
  const payouts: Payout[] = []
  for (const line of lines) {
    const payout = parsePayout(line.trim(), price.currency)
    if (payout === null) return `Write “${line.trim()}” as in 1st: 60 %, last: 20 or round 2: 5 %.`
    payouts.push(payout)
  }
  return findPayoutError({ price, payouts }) ?? payouts
}

/** Why these payouts cannot be. */
export function findPayoutError({ price, payouts }: Pick<Fee, 'price' | 'payouts'>): string | undefined {
  if ('words' in price && payouts.length > 0) return 'Payouts need a fee in a currency.'
  const names = payouts.map(describePrize)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `${twice} is listed twice.`
  const percent = payouts.reduce((sum, { unit, value }) => sum + (unit === 'percent' ? value : 0), 0)
  return percent > 100_00
    ? `The shares are ${formatNumber(percent / 100)} % of the pot, and so more than all.`
    : undefined
}

const linePattern =
  /^(?:(\d{1,3})(?:st|nd|rd|th)?|(last)|round\s*([1-4]))(?:\s+place)?[\s:]+[$€£]?\s*(\d[\d.,]*)\s*(%)?/i

function parsePayout(line: string, currency: string): Payout | null {
  const [, place, last, round, amount = '', percent] = linePattern.exec(line) ?? []
  const prize = round !== undefined ? 'round' : last !== undefined ? 'last' : 'place'
  const unit = percent === undefined ? 'amount' : 'percent'
  const value = parseAmount(amount, unit === 'percent' ? 2 : countDigits(currency))
  const number = Number(round ?? place ?? 1)
  return value === null || value > maxMinor || number < 1 ? null : { prize, number, unit, value }
}

/** "12.5" or "12,50" as 1250; null for more digits than the currency has, and for zero. */
function parseAmount(text: string, digits: number): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return fraction.length > digits || value === 0 ? null : value
}

/** The reverse of `parsePayouts`. */
export function toPayoutsText({ price, payouts }: Pick<Fee, 'price' | 'payouts'>): string {
  const currency = 'words' in price ? 'USD' : price.currency
  return payouts
    .map((payout) => {
      const { unit, value } = payout
      return `${describePrize(payout)}: ${unit === 'percent' ? `${value / 100} %` : toAmountText(value, currency)}`
    })
    .join('\n')
}

function toAmountText(minor: number, currency: string): string {
  const digits = countDigits(currency)
  return (minor / 10 ** digits).toFixed(minor % 10 ** digits === 0 ? 0 : digits)
}

/** "1st", "Last" or "Round 2". */
function describePrize({ prize, number }: Pick<Payout, 'prize' | 'number'>): string {
  if (prize === 'last') return 'Last'
  return prize === 'round' ? `Round ${number}` : toOrdinal(number)
}
