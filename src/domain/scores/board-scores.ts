import { type Field, findDnfReason, type Golfer, parseToPar } from '../field/field.ts'
import {
  type EventStatus,
  fewestStrokes,
  golferStatuses,
  lastRound,
  mostStrokes,
  type ScoreDocument,
  type ScoredGolfer,
  sumToPar,
  toOutReason,
} from './score-document.ts'

const defaultPar = 72

/** The scores of a board as a document: where organisers start when they enter scores by hand (docs/rules.md, 7.7). */
export function toScoreDocument(field: Field, id: string, updated: string): ScoreDocument {
  const { event, currentRound: round, cutline } = field
  const { name, season } = event
  const par = event.par >= 54 && event.par <= 80 ? event.par : defaultPar
  return {
    event: {
      id,
      name,
      season,
      par,
      round,
      status: toEventStatus(field),
      cut: cutline && { afterRound: round, toPar: cutline.value },
      updated,
    },
    golfers: field.golfersScores.map((golfer) => toScoredGolfer(golfer, field, par)),
  }
}

function toEventStatus({ event: { completed, status, roundStatus }, currentRound }: Field): EventStatus {
  if (completed) return 'complete'
  if (/cancel/i.test(status)) return 'cancelled'
  if (currentRound === 0) return 'scheduled'
  if (/suspend|delay|halt/i.test(status + roundStatus)) return 'suspended'
  return /complete/i.test(roundStatus) ? 'round-complete' : 'in-progress'
}

function toScoredGolfer(golfer: Golfer, { event, currentRound }: Field, par: number): ScoredGolfer {
  const { position, thru, total, relativeScore } = golfer
  const scoredRound = Math.min(currentRound, lastRound)
  const texts = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score].map(Number)
  const isPlaying = /^\d+$/.test(thru)
  // The round under way has the strokes so far: it is the last with any.
  const complete = isPlaying ? texts.with(texts.findLastIndex(Number.isInteger), Number.NaN) : texts
  const rounds = complete
    .slice(0, scoredRound)
    .map((strokes) => (strokes >= fewestStrokes && strokes <= mostStrokes ? strokes : null))
  const isUnderWay = isPlaying && scoredRound > 0 && rounds[scoredRound - 1] == null
  const scored = { rounds, today: isUnderWay ? parseToPar(golfer.currentRoundScore) || 0 : null }
  const hasGap = rounds
    .slice(
      0,
      rounds.findLastIndex((strokes) => strokes !== null),
    )
    .includes(null)
  // Only a play-off settles ties.
  const hasPlayoff = event.completed || currentRound > lastRound
  const out = findDnfReason(golfer)
  return {
    id: golfer.espnId,
    name: golfer.fullName,
    status: golferStatuses.find((status) => toOutReason(status) === out) ?? 'playing',
    ...scored,
    thru: isUnderWay ? Number(thru) : null,
    toPar: total === 0 || (!hasGap && sumToPar(scored, par) === relativeScore) ? null : relativeScore,
    teeTime: golfer.teeTime,
    position: hasPlayoff && /^T?\d+$/.test(position) ? position : null,
    amateur: golfer.amateur,
  }
}
