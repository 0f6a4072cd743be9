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
} from '#domain/field/field.ts'
import { countHolesPlayed } from '#domain/field/holes-played.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import type { FieldError } from '#domain/field-error.ts'
import { toPositions } from './positions.ts'
import { fewestStrokes, mostStrokes } from './score-document.ts'
import { describeDifference } from './to-par-difference.ts'

/** The corrected values of a golfer's row (docs/rules.md, 7.8). A value that is null stays as the source has it. */
export type CorrectedScores = {
  /** "playing": the golfer is not out. */
  readonly status: DnfReason | 'playing' | null
  /** Strokes of rounds 1, 2, 3, 4. */
  readonly rounds: readonly (number | null)[]
  /**
   * Added to the score to par that the source has after the corrected rounds, and to the total: it goes on with the golfer,
   * whatever they play next. 0 changes nothing.
   */
  readonly toParDifference: number | null
}

/** A correction as a row shows it. `by` is the organiser's name. */
export type ScoreCorrection = CorrectedScores & {
  readonly espnId: string
  readonly reason: string
  readonly by: string
  readonly at: string
}

/**
 * The field with the corrected rows. Positions follow where a correction changes the order; the others stay as the source
 * has them, because it settles play-offs. A golfer who has no row gets none.
 */
export function applyCorrections(field: Field, corrections: readonly ScoreCorrection[]): Field {
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

function applyCorrection(golfer: Golfer, correction: ScoreCorrection, field: Field): Golfer {
  const { status, rounds, toParDifference, reason, by, at } = correction
  const corrected = correctRounds(golfer, rounds, field)
  const { strokes, toPar, total: played } = corrected
  // Before the first stroke there is no score to correct.
  const difference = played === 0 ? 0 : (toParDifference ?? 0)
  const relativeScore = played === 0 ? 0 : toPar + difference
  // Whoever has begun keeps a stroke, also if the source takes back those that the difference was possible with.
  const total = played === 0 ? 0 : Math.max(1, played + difference)
  const isDNF = status === null ? golfer.isDNF : status !== 'playing'
  const today = correctToday(golfer, rounds, corrected, field)
  const texts = strokes.map((count) => (count > 0 ? String(count) : noValue))
  const [round1Score = noValue, round2Score = noValue, round3Score = noValue, round4Score = noValue] = texts
  const mark = { fields: listCorrectedFields(correction), reason, by, at }
  return {
    ...golfer,
    isDNF,
    position: findPosition(golfer, status),
    movement: isDNF ? toMovement(0) : golfer.movement,
    relativeScore,
    toPar: total === 0 ? noValue : toParText(relativeScore),
    total,
    totalScore: total === 0 ? noValue : String(total),
    ...(today !== null && { currentRoundScore: toParText(today), thru: 'F', teeTime: null }),
    ...(isDNF && { teeTime: null }),
    round1Score,
    round2Score,
    round3Score,
    round4Score,
    correction: toParDifference ? { ...mark, toParDifference } : mark,
  }
}

type Rounds = CorrectedScores['rounds']
type RoundsField = Pick<Field, 'event'>

/** The scores of a golfer, whose row is as the source has it, with the corrected rounds. */
function correctRounds(golfer: Golfer, rounds: Rounds, { event }: RoundsField) {
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
  return {
    gains,
    strokes,
    /** The index of the last round that the source has strokes of; -1 without one. */
    latest,
    toPar: golfer.relativeScore + (hasRounds ? sum(gains) : 0),
    total: golfer.total + (hasRounds ? sum(strokes) - sum(known) : 0),
  }
}

/** The score to par of the current round with its corrected strokes; null if its strokes are not corrected. */
function correctToday(
  { currentRoundScore }: Golfer,
  rounds: Rounds,
  { gains, latest }: ReturnType<typeof correctRounds>,
  { event, currentRound }: Field,
): number | null {
  const isKnown = currentRoundScore !== noValue
  const current = isKnown ? latest : Math.min(currentRound, countRounds(event)) - 1
  const strokes = rounds[current] ?? null
  if (strokes === null) return null
  return isKnown ? parseToPar(currentRoundScore) + (gains[current] ?? 0) : strokes - event.par
}

/** The score to par of a golfer, whose row is as the source has it, with the corrected rounds. */
export function toParAfterRounds(golfer: Golfer, rounds: Rounds, field: RoundsField): number {
  return correctRounds(golfer, rounds, field).toPar
}

function findPosition({ isDNF, position }: Golfer, status: CorrectedScores['status']): string {
  if (status === null) return position
  if (status !== 'playing') return status
  return isDNF ? noValue : position
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
function listCorrectedFields({ status, rounds, toParDifference }: CorrectedScores): string[] {
  return [
    ...(status === null ? [] : ['status']),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`round${index + 1}`])),
    ...(toParDifference ? ['toPar'] : []),
  ]
}

/**
 * A correction in words: "out (DQ), R1 69, 1 stroke taken off the total". `toPar` is that of a correction which ended before
 * differences were stored.
 */
export function describeCorrection(correction: CorrectedScores & { readonly toPar?: number | null }): string {
  const { status, rounds, toParDifference, toPar = null } = correction
  return [
    ...(status === null ? [] : [status === 'playing' ? 'playing' : `out (${status})`]),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`R${index + 1} ${strokes}`])),
    ...(toParDifference ? [describeDifference(toParDifference)] : []),
    ...(toPar === null ? [] : [`total ${toParText(toPar)}`]),
  ].join(', ')
}

/**
 * The corrections of rows that were made since a time, a line for each golfer: "Ann Ash: R1 69. Why: the card was added up
 * wrongly".
 */
export function describeMarksSince(golfers: readonly Golfer[], since: string): string[] {
  return golfers.flatMap((golfer) => {
    const { correction, fullName } = golfer
    if (correction === null || correction.at < since) return []
    const texts: Readonly<Record<string, string>> = {
      status: golfer.isDNF ? `out (${golfer.position})` : 'playing',
      round1: `R1 ${golfer.round1Score}`,
      round2: `R2 ${golfer.round2Score}`,
      round3: `R3 ${golfer.round3Score}`,
      round4: `R4 ${golfer.round4Score}`,
      toPar: describeDifference(correction.toParDifference ?? 0),
    }
    const what = correction.fields.map((field) => texts[field] ?? '').filter((text) => text !== '')
    return [`${fullName}: ${what.join(', ')}. Why: ${correction.reason}`]
  })
}

/** The source's state of a golfer at the last look. */
export type SeenSource = {
  /** The score to par with the corrected rounds. */
  readonly toPar: number
  /** Holes played; null where the source does not say. */
  readonly holes: number | null
}

/** Derives the state of a golfer from the source's row. */
export function toSeenSource({ rounds }: CorrectedScores, golfer: Golfer, field: RoundsField): SeenSource {
  return { toPar: toParAfterRounds(golfer, rounds, field), holes: countHolesPlayed(golfer) || null }
}

/**
 * The part of a correction that the source has not taken over between two looks; null if it has taken over everything. The
 * source takes over a difference of the score to par by a jump of that many strokes while no hole was played, and a status or
 * a round by showing the same value.
 */
export function findUnsettled<Scores extends CorrectedScores>(
  correction: Scores,
  golfer: Golfer,
  { before, now }: { before: SeenSource | null; now: SeenSource },
): Scores | CorrectedScores | null {
  const { status, rounds, toParDifference } = correction
  const isTakenOver =
    toParDifference !== null &&
    before !== null &&
    before.holes !== null &&
    before.holes === now.holes &&
    now.toPar - before.toPar === toParDifference
  if (isSettled({ status, rounds, toParDifference: isTakenOver ? null : toParDifference }, golfer)) return null
  return isTakenOver && toParDifference !== 0 ? { status, rounds, toParDifference: null } : correction
}

/** Whether the source says the same by itself. A round under way may agree only for a moment. */
function isSettled({ status, rounds, toParDifference }: CorrectedScores, golfer: Golfer): boolean {
  const known = listRounds(golfer)
  const isPlaying = /^\d/.test(golfer.thru)
  const latest = known.findLastIndex((count) => count > 0)
  return (
    (status === null || status === (golfer.isDNF ? findDnfReason(golfer) : 'playing')) &&
    rounds.every((count, index) => count === null || (count === known[index] && !(isPlaying && index === latest))) &&
    !toParDifference
  )
}

/** Why the golfer, whose row is as the source has it, cannot be corrected like this (docs/rules.md, 7.8); empty if they can. */
export function findCorrectionFaults(scores: CorrectedScores, golfer: Golfer, field: Field): FieldError[] {
  const { status, rounds, toParDifference } = scores
  const { currentRound, event, golfersScores } = field
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
  if (toParDifference !== null && golfer.total === 0 && rounds.every((count) => count === null))
    faults.push({ field: 'toPar', message: 'needs a score, and the golfer has none yet' })
  else if (toParDifference !== null) {
    const { toPar, total } = correctRounds(golfer, rounds, field)
    // At least one stroke is left.
    const lowest = Math.max(begun * (fewestStrokes - event.par), toPar - total + 1)
    const highest = begun * (mostStrokes - event.par)
    const corrected = toPar + toParDifference
    if (corrected < lowest || corrected > highest)
      faults.push({ field: 'toPar', message: `must be ${toParText(lowest)} to ${toParText(highest)}` })
  }
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
