/** A score to par, in strokes, as text (docs/rules.md, 3.3): "E" for par, "+3", "-4". */
export function toParText(relative: number): string {
  if (relative === 0) return 'E'
  return relative > 0 ? `+${relative}` : String(relative)
}

/** The reverse; NaN for other texts. Organisers may paste the minus of a spreadsheet. */
export function parseToPar(text: string): number {
  return Number(text.trim().replace(/[−–]/, '-').replace(/^E$/i, '0'))
}
