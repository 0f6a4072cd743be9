/**
 * A chance as whole per cent: "12", "<1", ">99". "0" and "100" only if that is certain, whatever the simulations say:
 * `certainty` comes from the places that can still be reached.
 */
export function toPercentText(chance: number, certainty: 'certain' | 'impossible' | 'open'): string {
  if (certainty === 'certain') return '100'
  if (certainty === 'impossible') return '0'
  if (chance < 0.01) return '<1'
  return chance > 0.99 ? '>99' : String(Math.floor(chance * 100 + 0.5))
}
