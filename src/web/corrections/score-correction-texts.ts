import type { Golfer } from '#domain/field/field.ts'
import type { FieldError } from '#domain/field-error.ts'
import { describeDifference } from '#domain/scores/to-par-difference.ts'

const subjects: Readonly<Record<string, string>> = {
  status: 'The status',
  toPar: 'To par',
  scores: 'These scores',
  reason: 'The reason',
  espnId: 'This golfer',
}

/** "R1 must be 50 to 120 strokes, not 12." */
export function toFaultText({ field, message }: FieldError): string {
  const round = /^rounds\.(\d)$/.exec(field)?.[1]
  return `${round === undefined ? (subjects[field] ?? field) : `R${Number(round) + 1}`} ${message}.`
}

/** The changes of a golfer's row in words: "Pos 1 → DQ, to par -5 → -3." */
export function toChangeText(before: Golfer, after: Golfer): string {
  const columns = [
    ['Pos', 'position'],
    ['R1', 'round1Score'],
    ['R2', 'round2Score'],
    ['R3', 'round3Score'],
    ['R4', 'round4Score'],
    ['To par', 'toPar'],
    ['Total', 'totalScore'],
  ] as const
  const changes = columns.flatMap(([name, key]) =>
    before[key] === after[key] ? [] : [`${name} ${before[key]} → ${after[key]}`],
  )
  return changes.length === 0 ? 'The board shows this already.' : `${changes.join(', ')}.`
}

/** The lasting effect of a corrected score to par. */
export function toDifferenceText(difference: number): string {
  const what = describeDifference(difference)
  return `To par: ${what}, from now on. What the golfer plays next still counts, and the rounds stay as they are.`
}
