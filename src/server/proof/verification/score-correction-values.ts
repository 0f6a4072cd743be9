import type { ScoreCorrectionList } from '#contract/score-correction-contract.ts'
import { type Field, findDnfReason, type Golfer } from '#domain/field/field.ts'
import { toParAfterRounds } from '#domain/scores/score-corrections.ts'

/** The checks of corrections that depend on how corrected values are stored (docs/rules.md, 7.8). */

export type ListedScoreCorrection = ScoreCorrectionList[number]

/** The correction of the score to par, which a row's total has beyond its rounds; null in rows from before differences were stored. */
export function findToParDifference({ correction }: Golfer): number | null {
  return correction?.toParDifference ?? (correction?.fields.includes('toPar') ? null : 0)
}

/** The correction as it changes the row of the source. Before differences were stored, it had the score to par itself. */
export function toAppliedScoreCorrection(
  correction: ListedScoreCorrection,
  field: Pick<Field, 'event'>,
): ListedScoreCorrection {
  const { rounds, source, toPar, toParDifference } = correction
  if (toPar === null || toParDifference || source === null) return correction
  return { ...correction, toParDifference: toPar - toParAfterRounds(source, rounds, field) }
}

/** The names of the corrected values, as the mark in a row has them. */
export function listMarkedFields({ status, rounds, toParDifference, toPar }: ListedScoreCorrection): string[] {
  return [
    ...(status === null ? [] : ['status']),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`round${index + 1}`])),
    ...(toParDifference || toPar !== null ? ['toPar'] : []),
  ]
}

/** The values of a corrected row that contradict its correction. */
export function findValueFaults(
  golfer: Golfer,
  correction: ListedScoreCorrection,
  isDifferenceMarked: boolean,
): string[] {
  const { status, rounds, toParDifference, toPar } = correction
  const faults: string[] = []
  if (status !== null && (findDnfReason(golfer) ?? 'playing') !== status)
    faults.push(`the status is ${findDnfReason(golfer) ?? 'playing'}, not ${status}`)
  const texts = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  for (const [index, strokes] of rounds.entries()) {
    if (strokes !== null && texts[index] !== String(strokes))
      faults.push(`round ${index + 1} is ${texts[index]}, not ${strokes}`)
  }
  if (toPar !== null && golfer.total > 0 && golfer.relativeScore !== toPar)
    faults.push(`to par is ${golfer.relativeScore}, not ${toPar}`)
  const marked = golfer.correction?.toParDifference ?? null
  if (marked !== (toParDifference || null) && (marked !== null || isDifferenceMarked))
    faults.push(`the difference to par is ${marked ?? 'not marked'}, not ${toParDifference ?? 'corrected'}`)
  return faults
}
