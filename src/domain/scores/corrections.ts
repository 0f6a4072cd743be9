import type { DnfReason, Field, Golfer } from '../field/field.ts'
import { findDnfReason, noValue } from '../field/field.ts'
import { toParText } from '../field/to-par.ts'
import { toPositions } from './positions.ts'

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
 * has them, because it settles play-offs.
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
      const { espnId, isDNF } = golfer
      return isDNF || before.get(espnId) === after.get(espnId)
        ? golfer
        : { ...golfer, position: after.get(espnId) ?? noValue }
    }),
  }
}

function applyCorrection(golfer: Golfer, correction: Correction, { currentRound, event }: Field): Golfer {
  const { status, rounds, toPar, reason, by, at } = correction
  const known = listRounds(golfer)
  const strokes = known.map((count, index) => rounds[index] ?? count)
  const change = sum(strokes) - sum(known)
  const today = Number(golfer.currentRoundScore.replace('E', '0')) || 0
  const current = Math.min(currentRound, known.length)
  // So far, a round counts with its score to par: the current one may be under way, one that the source lacks counts 0.
  const toParOf = (round: number, count: number) => (round === current ? today : count > 0 ? count - event.par : 0)
  const gained = rounds.map((count, index) =>
    count === null ? 0 : count - event.par - toParOf(index + 1, known[index] ?? 0),
  )
  const relativeScore = toPar ?? golfer.relativeScore + sum(gained)
  const total = Math.max(0, golfer.total + (toPar === null ? change : toPar - golfer.relativeScore))
  const isDNF = status === null ? golfer.isDNF : status !== 'playing'
  const corrected = rounds[current - 1] ?? null
  const texts = strokes.map((count) => (count > 0 ? String(count) : noValue))
  const [round1Score = noValue, round2Score = noValue, round3Score = noValue, round4Score = noValue] = texts
  return {
    ...golfer,
    isDNF,
    position: status === null ? golfer.position : status === 'playing' ? noValue : status,
    relativeScore,
    toPar: total === 0 ? noValue : toParText(relativeScore),
    total,
    totalScore: total === 0 ? noValue : String(total),
    ...(corrected !== null && {
      currentRoundScore: toParText(corrected - event.par),
      thru: 'F',
      teeTime: null,
    }),
    ...(isDNF && { teeTime: null }),
    round1Score,
    round2Score,
    round3Score,
    round4Score,
    correction: { fields: listCorrectedFields(correction), reason, by, at },
  }
}

/** "status", "round1" to "round4", "toPar". */
function listCorrectedFields({ status, rounds, toPar }: CorrectedScores): string[] {
  return [
    ...(status === null ? [] : ['status']),
    ...rounds.flatMap((strokes, index) => (strokes === null ? [] : [`round${index + 1}`])),
    ...(toPar === null ? [] : ['toPar']),
  ]
}

/** Whether the source says the same by itself: then the correction ends. */
export function isSettled(correction: CorrectedScores, golfer: Golfer): boolean {
  const { status, rounds, toPar } = correction
  const known = listRounds(golfer)
  return (
    (status === null || status === (golfer.isDNF ? findDnfReason(golfer) : 'playing')) &&
    rounds.every((strokes, index) => strokes === null || strokes === known[index]) &&
    (toPar === null || toPar === golfer.relativeScore)
  )
}

function listRounds({ round1Score, round2Score, round3Score, round4Score }: Golfer): number[] {
  return [round1Score, round2Score, round3Score, round4Score].map((text) => Number.parseInt(text, 10) || 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
