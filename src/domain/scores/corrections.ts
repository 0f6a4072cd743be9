import {
  countRounds,
  type DnfReason,
  type Field,
  findDnfReason,
  type Golfer,
  noValue,
  parseToPar,
  toMovement,
  toParText,
} from '../field/field.ts'
import { toShownStrokes } from '../field/shown-strokes.ts'
import type { FieldError } from '../field-error.ts'
import { toPositions } from './positions.ts'
import { fewestStrokes, mostStrokes } from './score-document.ts'

/** What an organiser has put right in a golfer's row (docs/rules.md, 7.8); null for what stays as the source has it. */
export type CorrectedScores = {
  /** "playing": the golfer is not out. */
  readonly status: DnfReason | 'playing' | null
  /** Strokes of rounds 1, 2, 3, 4. */
  readonly rounds: readonly (number | null)[]
  /** To par over all rounds. */
  readonly toPar: number | null
}

/** A correction as a row shows it. `by` is the organiser's name. */
export type Correction = CorrectedScores & {
  readonly espnId: string
  readonly reason: string
  readonly by: string
  readonly at: string
}

/**
 * The field with the corrected rows. Positions follow where a correction changes the order; the others stay as the source
 * has them, because it settles play-offs. A golfer who has no row gets none.
 */
export function applyCorrections(field: Field, corrections: readonly Correction[]): Field {
  if (corrections.length === 0) return field
  const byGolfer = new Map(corrections.map((correction) => [correction.espnId, correction]))
  const golfers = field.golfersScores.map((golfer) => {
    const correction = byGolfer.get(golfer.espnId)
    return correction ? applyCorrection(golfer, correction, field) : golfer
  })
  const before = toPositions(field.golfersScores)
  const after = toPositions(golfers)
  return {
    ...field,
    golfersScores: golfers.map((golfer) => {
      const position = after.get(golfer.espnId) ?? noValue
      return golfer.isDNF || before.get(golfer.espnId) === position ? golfer : { ...golfer, position }
    }),
  }
}

function applyCorrection(golfer: Golfer, correction: Correction, { currentRound, event }: Field): Golfer {
  const { status, rounds, reason, by, at } = correction
  const known = listRounds(golfer)
  const strokes = known.map((count, index) => rounds[index] ?? count)
  const latest = known.findLastIndex((count) => count > 0)
  const underWay = findRoundUnderWay(golfer, known, event.par)
  // A difference is the same on every course; strokes of a part of a round cannot be compared.
  const gains = rounds.map((count, index) => {
    if (count === null) return 0
    const before = known[index] ?? 0
    if (index === underWay?.index) return count - event.par - underWay.toPar
    return before > 0 ? count - before : count - event.par
  })
  // A source may have the score to par alone, which then includes every round.
  const hasRounds = latest >= 0 || golfer.total === 0
  const gained = hasRounds ? sum(gains) : 0
  const played = golfer.total + (hasRounds ? sum(strokes) - sum(known) : 0)
  // Before the first stroke there is no score to correct.
  const relativeScore = played === 0 ? 0 : (correction.toPar ?? golfer.relativeScore + gained)
  const total = played === 0 ? 0 : Math.max(1, played + relativeScore - golfer.relativeScore - gained)
  const isDNF = status === null ? golfer.isDNF : status !== 'playing'
  const isTodayKnown = golfer.currentRoundScore !== noValue
  const current = isTodayKnown ? latest : Math.min(currentRound, countRounds(event)) - 1
  const corrected = rounds[current] ?? null
  const today = isTodayKnown
    ? parseToPar(golfer.currentRoundScore) + (gains[current] ?? 0)
    : (corrected ?? 0) - event.par
  const texts = strokes.map((count) => (count > 0 ? String(count) : noValue))
  const [round1Score = noValue, round2Score = noValue, round3Score = noValue, round4Score = noValue] = texts
  return {
    ...golfer,
    isDNF,
    position: findPosition(golfer, status),
    movement: isDNF ? toMovement(0) : golfer.movement,
    relativeScore,
    toPar: total === 0 ? noValue : toParText(relativeScore),
    total,
    totalScore: total === 0 ? noValue : String(total),
    ...(corrected !== null && { currentRoundScore: toParText(today), thru: 'F', teeTime: null }),
    ...(isDNF && { teeTime: null }),
    round1Score,
    round2Score,
    round3Score,
    round4Score,
    correction: { fields: listCorrectedFields(correction), reason, by, at },
  }
}

function findPosition({ isDNF, position }: Golfer, status: CorrectedScores['status']): string {
  if (status === null) return position
  return status !== 'playing' ? status : isDNF ? noValue : position
}

/** The round that the golfer is playing or has left, and its score to par; null if all of theirs are complete. */
function findRoundUnderWay(golfer: Golfer, known: readonly number[], par: number) {
  const index = known.findLastIndex((count) => count > 0)
  if (index < 0 || toShownStrokes(golfer, par).rounds[index] !== noValue) return null
  const complete = known.slice(0, index).filter((count) => count > 0)
  const rest = golfer.relativeScore - (sum(complete) - complete.length * par)
  return { index, toPar: golfer.currentRoundScore === noValue ? rest : parseToPar(golfer.currentRoundScore) }
}

/** "status", "round1" to "round4", "toPar". */
function listCorrectedFields({ status, rounds, toPar }: CorrectedScores): string[] {
  return [
    ...(status === null ? [] : ['status']),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`round${index + 1}`])),
    ...(toPar === null ? [] : ['toPar']),
  ]
}

/** A correction in words: "out (DQ), R1 69, total -3". */
export function describeCorrection({ status, rounds, toPar }: CorrectedScores): string {
  return [
    ...(status === null ? [] : [status === 'playing' ? 'playing' : `out (${status})`]),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`R${index + 1} ${strokes}`])),
    ...(toPar === null ? [] : [`total ${toParText(toPar)}`]),
  ].join(', ')
}

/** Whether the source says the same by itself: then the correction ends. A round under way may agree only for a moment. */
export function isSettled(correction: CorrectedScores, golfer: Golfer): boolean {
  const { status, rounds, toPar } = correction
  const known = listRounds(golfer)
  const isPlaying = /^\d/.test(golfer.thru)
  const latest = known.findLastIndex((count) => count > 0)
  return (
    (status === null || status === (golfer.isDNF ? findDnfReason(golfer) : 'playing')) &&
    rounds.every((count, index) => count === null || (count === known[index] && !(isPlaying && index === latest))) &&
    (toPar === null || (toPar === golfer.relativeScore && !isPlaying))
  )
}

/** Why the golfer, whose row is as the source has it, cannot be corrected like this (docs/rules.md, 7.8); empty if they can. */
export function findCorrectionFaults(
  scores: CorrectedScores,
  golfer: Golfer,
  { currentRound, event, golfersScores }: Field,
): FieldError[] {
  const { status, rounds, toPar } = scores
  const underWay = findRoundUnderWay(golfer, listRounds(golfer), event.par)
  const isUnfinished = underWay !== null && rounds[underWay.index] === null
  const begun = Math.min(currentRound, isUnfinished ? underWay.index + 1 : countRounds(event))
  const faults = rounds.flatMap((count, index): FieldError[] => {
    const field = `rounds.${index}`
    if (count === null) return []
    if (index >= begun) return [{ field, message: `has not begun: it is round ${begun}` }]
    if (count >= fewestStrokes && count <= mostStrokes) return []
    return [{ field, message: `must be ${fewestStrokes} to ${mostStrokes} strokes, not ${count}` }]
  })
  const [lowest, highest] = [begun * (fewestStrokes - event.par), begun * (mostStrokes - event.par)]
  if (toPar !== null && golfer.total === 0 && rounds.every((count) => count === null))
    faults.push({ field: 'toPar', message: 'needs a score, and the golfer has none yet' })
  else if (toPar !== null && (toPar < lowest || toPar > highest))
    faults.push({ field: 'toPar', message: `must be ${toParText(lowest)} to ${toParText(highest)}` })
  // The first golfer who is CUT tells forecasts and chats that the cut has been made.
  if (status === 'CUT' && !golfersScores.some(({ position }) => position === 'CUT'))
    faults.push({ field: 'status', message: 'cannot be CUT: nobody has missed the cut yet' })
  if (faults.length === 0 && isSettled(scores, golfer))
    faults.push({ field: 'scores', message: 'are what the source says, so there is nothing to correct' })
  return faults
}

function listRounds({ round1Score, round2Score, round3Score, round4Score }: Golfer): number[] {
  return [round1Score, round2Score, round3Score, round4Score].map((text) => Number.parseInt(text, 10) || 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
