/**
 * A score to par as text: par is "E", over par "+3", under par "-4" (decisions, section 5).
 * `relative` is in strokes.
 */
export function toParText(relative: number): string {
  if (relative === 0) return 'E'
  return relative > 0 ? `+${relative}` : String(relative)
}
