/** A score to par, in strokes, as text (docs/rules.md, 3.3): "E" for par, "+3", "-4". */
export function toParText(relative: number): string {
  if (relative === 0) return 'E'
  return relative > 0 ? `+${relative}` : String(relative)
}
