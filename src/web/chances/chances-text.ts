import type { ChanceFigure, Chances } from '#domain/forecast/forecast.ts'
import type { PossiblePlaces } from '#domain/forecast/possible-places.ts'
import { formatNumber, toOrdinal } from '#domain/text/format.ts'
import { toPercentText } from '#domain/text/percent.ts'

/** Whether an outcome is proven, whatever happens from now on. */
export type Certainty = Parameters<typeof toPercentText>[1]

/** "12%", "<1%", ">99%"; "100%" and "0%" only if that is certain. */
export function toPercent(chance: number, certainty: Certainty = 'open'): string {
  return `${toPercentText(chance, certainty)}%`
}

/** A chance from so few simulations that nothing finer than 5 points would be true: "15%", "<5%", ">95%". */
export function toRoughPercent(chance: number, certainty: Certainty = 'open'): string {
  if (certainty !== 'open') return toPercent(chance, certainty)
  const percent = 5 * Math.round(chance * 20)
  if (percent === 0) return '<5%'
  return percent === 100 ? '>95%' : `${percent}%`
}

/** A chance for a screen reader: "less than 1%". */
export function toSpokenPercent(chance: number, certainty: Certainty = 'open'): string {
  return toPercent(chance, certainty).replace('<', 'less than ').replace('>', 'more than ')
}

/**
 * How a chance has changed, in whole percentage points; 0 for less than a point, and for what may be the chance of the
 * simulations themselves (two standard errors).
 */
export function toChange(before: GivenChance, now: GivenChance): number {
  const change = now.share - before.share
  if (Math.abs(change) < Math.hypot(before.error, now.error)) return 0
  return Math.trunc(Math.round(change * 1000) / 10)
}

export type GivenChance = ReturnType<typeof chanceOf>

/**
 * One of a row's chances with its error, the margin within which the model's exact figure lies, 19 times out of 20; both
 * are shares.
 */
export function chanceOf({ simulations, ...chances }: Chances, figure: ChanceFigure, row: number) {
  const share = chances[figure][row] ?? 0
  const error = 1.96 * Math.sqrt((share * (1 - share)) / Math.max(1, simulations))
  return { share, error }
}

/** An error in whole points, at least one. */
export function toErrorPoints(error: number): number {
  return Math.max(1, Math.ceil(error * 100 - 0.05))
}

/** "3–12", "3", "out" for disqualified, or "3–out". Places are numbers from 1; 0 is disqualified. */
export function toPlacesText(best: number, worst: number): string {
  if (best === 0) return 'out'
  if (best === worst) return formatNumber(best)
  return `${formatNumber(best)}–${worst === 0 ? 'out' : formatNumber(worst)}`
}

/** Places in words: "3rd to 12th", "3rd to disqualified". Places are numbers from 1; 0 is disqualified. */
export function toPlacesWords(best: number, worst: number): string {
  if (best === 0) return 'disqualified'
  if (best === worst) return toOrdinal(best)
  return `${toOrdinal(best)} to ${worst === 0 ? 'disqualified' : toOrdinal(worst)}`
}

/** The best and worst place that an entry can still reach, in words. An outcome is called impossible only if that is proven. */
export function toPossibleSentence({ best, worst }: PossiblePlaces): string {
  if (best === null) return 'Two golfers are out: the entry will have no place.'
  if (best === worst) return `Certain: ${toOrdinal(best)} place.`
  const win = best === 1 ? 'Can still win' : `${toLost(best)} Can still finish ${toOrdinal(best)}`
  return `${win}, and can still ${worst === null ? 'be disqualified' : `fall to ${toOrdinal(worst)}`}.`
}

function toLost(best: number): string {
  return best > 3 ? 'Mathematically out of the top three.' : 'Mathematically out of the win.'
}

/** Text in place of missing chances: why there are none, or not yet. */
export function toWaitingText({ failure, isTooLarge }: { failure: string | null; isTooLarge: boolean }): string {
  if (isTooLarge) return 'Chances are computed in pools of up to 10,000 players, and this one has more.'
  return failure === null ? 'Simulating the rest of the tournament…' : 'This browser can’t compute the chances.'
}
