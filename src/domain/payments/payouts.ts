import { toOrdinal } from '#domain/text/format.ts'
import { countDigits, findCurrency, formatPlain, readAmount } from './amount.ts'

/** A prize, as an organiser has written it in one line (docs/rules.md, 13.2). */
export type Payout = {
  /** `last` is the last place; `round` is the best score of a round. */
  readonly prize: 'place' | 'last' | 'round'
  /** The place, or the round; 1 for the last place. */
  readonly number: number
  readonly unit: 'percent' | 'amount'
  /** In hundredths of a per cent, or in the smallest unit of the currency. */
  readonly value: number
}

/** A line that is not empty, and what it says; a text says why it is refused. */
export type PayoutLine = { readonly line: string; readonly payout: Payout | string }

/** Matches whole lines: a rest that nobody has read could change what a line means. */
const payoutPattern =
  /^(?:(?<place>\d{1,3})(?:st|nd|rd|th)?|(?<last>last)|round\s*(?<round>[1-4]))(?:\s+place)?[\s:]+(?:(?<before>[a-z]{3}|[$€£])?\s*(?<amount>\d[\d.,]*)\s*(?<after>[a-z]{3}|[$€£])?|(?<share>\d[\d.,]*)\s*(?:%|per\s?cent)(?:\s+of\s+the\s+pot)?)$/i

/** The lines of a list of payouts in the currency of the fee, such as "USD", in order (docs/rules.md, 13.2). */
export function readPayoutLines(text: string, currency: string): PayoutLine[] {
  const seen = new Set<string>()
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const payout = readPayout(line, currency)
      if (typeof payout === 'string') return { line, payout }
      const prize = describePrize(payout)
      if (seen.has(prize)) return { line, payout: `${prize} is listed twice.` }
      seen.add(prize)
      return { line, payout }
    })
}

function readPayout(line: string, currency: string): Payout | string {
  const refusal = `“${line}” is not understood. Write one prize per line, as in 1st: 60%, last: 20 or round 2: 5%.`
  const { place, last, round, before, amount, after, share } = payoutPattern.exec(line)?.groups ?? {}
  const named = [before, after].filter((name) => name !== undefined)
  if (named.some((name) => findCurrency(name, currency) !== currency))
    return `“${line}” is not in ${currency}, the currency of the fee.`
  const value = share === undefined ? readAmount(amount ?? '', countDigits(currency)) : readAmount(share, 2)
  const number = Number(round ?? place ?? 1)
  if (value === null || number < 1) return refusal
  const unit = share === undefined ? 'amount' : 'percent'
  if (round) return { prize: 'round', number, unit, value }
  return { prize: last ? 'last' : 'place', number, unit, value }
}

/** "1st: 60% of the pot", "Last: 20 USD" or "Round 2: 5% of the pot". Reading it gives the same payout. */
export function describePayout(payout: Payout, currency: string): string {
  const { unit, value } = payout
  const worth = unit === 'percent' ? `${value / 100}% of the pot` : formatPlain(value, currency)
  return `${describePrize(payout)}: ${worth}`
}

/** What an entry can win once: the prize for its place, for last place or for a round. */
export const prizeKeys = ['place', 'last', 'round 1', 'round 2', 'round 3', 'round 4'] as const
export type PrizeKey = (typeof prizeKeys)[number]

/** The key of a prize. An entry has one place, so that its number says nothing more. */
export function toPrizeKey({ prize, number }: Pick<Payout, 'prize' | 'number'>): PrizeKey {
  if (prize !== 'round') return prize
  return prizeKeys.find((key) => key === `round ${number}`) ?? 'round 1'
}

/** "1st", "Last" or "Round 2". */
export function describePrize({ prize, number }: Pick<Payout, 'prize' | 'number'>): string {
  if (prize === 'last') return 'Last'
  return prize === 'round' ? `Round ${number}` : toOrdinal(number)
}
