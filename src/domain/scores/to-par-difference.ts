import { formatCount } from '#domain/text/format.ts'

/** A correction of the score to par in words: "1 stroke taken off the total", "2 strokes added to the total". */
export function describeDifference(difference: number): string {
  const strokes = formatCount(Math.abs(difference), 'stroke')
  return difference < 0 ? `${strokes} taken off the total` : `${strokes} added to the total`
}
