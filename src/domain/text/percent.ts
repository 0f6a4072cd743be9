/**
 * A chance as whole per cent: "12", "<1", ">99". "0" and "100" only if that is certain, whatever the simulations say:
 * `certainty` comes from the places that can still be reached.
 */
export function toPercentText(chance: number, certainty: 'certain' | 'impossible' | 'open'): string {
  if (certainty === 'certain') return '100'
  if (certainty === 'impossible') return '0'
  const percent = toWholePercent(chance)
  if (percent === 0) return '<1'
  return percent === 100 ? '>99' : String(percent)
}

/** Equal for chances that are shown alike: 0 for "<1", 100 for ">99". */
export function toWholePercent(chance: number): number {
  if (chance < 0.01) return 0
  return chance > 0.99 ? 100 : Math.floor(chance * 100 + 0.5)
}

/** The share of `all` that `count` is, "20%": 0 and 100 only if it is none or all of them. */
export function toShareText(count: number, all: number): string {
  const certainty = count === 0 ? 'impossible' : count === all ? 'certain' : 'open'
  return `${toPercentText(count / all, certainty)}%`
}
