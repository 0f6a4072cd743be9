import { toPercentText } from '#domain/forecast/percent.ts'
import { toOrdinal } from '#domain/standings/announcement.ts'

/** What is proven about an outcome, whatever happens from now on. */
export type Certainty = Parameters<typeof toPercentText>[1]

/** "12%", "<1%", ">99%"; "100%" and "0%" only if that is certain. */
export function toPercent(chance: number, certainty: Certainty = 'open'): string {
  return `${toPercentText(chance, certainty)}%`
}

/** The same for a screen reader: "less than 1%". */
export function toSpokenPercent(chance: number, certainty: Certainty = 'open'): string {
  return toPercent(chance, certainty).replace('<', 'less than ').replace('>', 'more than ')
}

/**
 * How a chance has changed, in whole percentage points; 0 for less than a point, and for what may be the chance of the
 * simulations themselves (two standard errors).
 */
export function toChange(before: number, now: number, simulations: number): number {
  const variance = (before * (1 - before) + now * (1 - now)) / Math.max(1, simulations)
  const change = now - before
  return Math.abs(change) < 2 * Math.sqrt(variance) ? 0 : Math.trunc(Math.round(change * 1000) / 10)
}

/** "3–12", "3", "out" for disqualified, or "3–out". Places are numbers from 1; 0 is disqualified. */
export function toPlacesText(best: number, worst: number): string {
  if (best === 0) return 'out'
  if (best === worst) return best.toLocaleString('en')
  return `${best.toLocaleString('en')}–${worst === 0 ? 'out' : worst.toLocaleString('en')}`
}

/** The same in words: "3rd to 12th place", "3rd place to disqualified". */
export function toPlacesWords(best: number, worst: number): string {
  if (best === 0) return 'disqualified'
  if (best === worst) return `${toOrdinal(best)} place`
  if (worst === 0) return `${toOrdinal(best)} place to disqualified`
  return `${toOrdinal(best)} to ${toOrdinal(worst)} place`
}

/** A chance from simulations is within so many percentage points of the model's own, 19 times out of 20. */
export function toErrorPoints(chance: number, simulations: number): number {
  return 196 * Math.sqrt((chance * (1 - chance)) / Math.max(1, simulations))
}
