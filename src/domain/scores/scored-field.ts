import { projectCutline } from '#domain/field/cut-line.ts'
import {
  countRounds,
  type Field,
  findDnfReason,
  type Golfer,
  noValue,
  parseToPar,
  toMovement,
  toParText,
} from '#domain/field/field.ts'
import { toShortName } from '#domain/names/names.ts'
import { toPlace, withOwnMovement } from './own-movement.ts'
import { toPositions } from './positions.ts'
import {
  type EventStatus,
  fewestStrokes,
  golferStatuses,
  mostStrokes,
  type ScoreDocument,
  type ScoredEvent,
  type ScoredGolfer,
  sumToPar,
  toOutReason,
} from './score-document.ts'

/** The feed's names for the states of an event. */
const statusNames: Readonly<Record<EventStatus, readonly [status: string, words: string]>> = {
  scheduled: ['STATUS_SCHEDULED', 'Scheduled'],
  'in-progress': ['STATUS_IN_PROGRESS', 'In Progress'],
  suspended: ['STATUS_SUSPENDED', 'Suspended'],
  'round-complete': ['STATUS_PLAY_COMPLETE', 'Play Complete'],
  complete: ['STATUS_FINAL', 'Final'],
  cancelled: ['STATUS_CANCELED', 'Canceled'],
}

const holesPerRound = 18

/**
 * The field of a valid document (docs/rules.md, 7.7). `previous` provides what a document does not have: the golfers' flags,
 * and the rows of golfers with strokes who are no longer listed.
 */
export function toScoredField({ event, golfers }: ScoreDocument, previous: Field | null): Field {
  const known = new Map(previous?.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const [status, words] = statusNames[event.status]
  const state = {
    name: event.name,
    season: event.season,
    status,
    roundStatus: event.round > 0 && event.status !== 'complete' ? `${toRoundName(event)} - ${words}` : words,
    par: event.par,
    completed: event.status === 'complete',
    rounds: event.rounds,
  }
  const listed = golfers.map((golfer) => toRow(golfer, event, known.get(golfer.id)))
  const rows = withOwnMovement({ event: state, currentRound: event.round, golfersScores: listed }).golfersScores
  const now = toPositions(rows)
  const unlisted = previous?.golfersScores.filter(({ espnId, total }) => total > 0 && !now.has(espnId)) ?? []
  return {
    event: state,
    currentRound: event.round,
    cutline: projectCutline({
      cut: { round: event.cut?.afterRound ?? 0, score: event.cut?.toPar ?? 0, count: event.cut?.toPar == null ? 0 : 1 },
      currentRound: event.round,
      isPlayComplete: event.status !== 'in-progress' && event.status !== 'suspended',
    }),
    golfersScores: rows
      .map((row, index) => ({
        ...row,
        position: row.isDNF ? row.position : (golfers[index]?.position ?? now.get(row.espnId) ?? noValue),
      }))
      .concat(unlisted)
      .toSorted((a, b) => toOrder(a) - toOrder(b))
      .map((row, index) => ({ ...row, index })),
  }
}

/** Sort key of a golfer: the position, then golfers without a stroke, then golfers who are out. */
function toOrder({ isDNF, position }: Golfer): number {
  return isDNF ? 2000 : toPlace(position) || 1000
}

function toRow(golfer: ScoredGolfer, event: ScoredEvent, known: Golfer | undefined): Golfer {
  const { today, thru } = golfer
  const out = toOutReason(golfer.status)
  const scoredRound = Math.min(event.round, countRounds(event))
  const complete = golfer.rounds.map((strokes) => strokes ?? 0)
  // Strokes so far are not known. They are not shown, but mark the golfer as playing (docs/rules.md, 3.3).
  const underWay = thru === null ? 0 : Math.max(1, Math.round((event.par * thru) / holesPerRound) + (today ?? 0))
  const relativeScore = golfer.toPar ?? sumToPar(golfer, event.par)
  const strokes = complete.reduce((sum, round) => sum + round, underWay)
  // Without strokes, the total follows from the score to par.
  const total =
    strokes > 0 || golfer.toPar === null || event.round === 0 ? strokes : event.par * scoredRound + golfer.toPar
  const finished = complete[scoredRound - 1] ?? 0
  const score = (round: number) => {
    const value = complete[round - 1] || (round === scoredRound ? underWay : 0)
    return value > 0 ? String(value) : noValue
  }
  const findCurrent = () => {
    if (thru !== null) return { thru: String(thru), score: toParText(today ?? 0) }
    if (finished > 0) return { thru: 'F', score: toParText(finished - event.par) }
    return { thru: noValue, score: noValue }
  }
  const current = findCurrent()
  const isWaiting = out === null && event.status !== 'complete' && thru === null && finished === 0
  return {
    index: 0,
    espnId: golfer.id,
    shortName: toShortName(golfer.name),
    amateur: golfer.amateur,
    logoImage: known?.logoImage ?? null,
    fullName: golfer.name,
    position: out ?? noValue,
    relativeScore: total === 0 ? 0 : relativeScore,
    totalScore: total === 0 ? noValue : String(total),
    total,
    toPar: total === 0 ? noValue : toParText(relativeScore),
    isDNF: out !== null,
    movement: toMovement(0),
    thru: current.thru,
    round4Score: score(4),
    teeTime: isWaiting ? golfer.teeTime : null,
    currentRoundScore: current.score,
    round2Score: score(2),
    round3Score: score(3),
    round1Score: score(1),
    correction: null,
  }
}

function toRoundName(event: ScoredEvent): string {
  return event.round > countRounds(event) ? 'Playoff' : `Round ${event.round}`
}

const defaultPar = 72

/** The scores of a board as a document: where organisers start when they enter scores by hand (docs/rules.md, 7.7). */
export function toScoreDocument(field: Field, id: string, updated: string): ScoreDocument {
  const { event, currentRound: round, cutline } = field
  const { name, season, rounds } = event
  const par = event.par >= 54 && event.par <= 80 ? event.par : defaultPar
  return {
    event: {
      id,
      name,
      season,
      par,
      rounds,
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
  const scoredRound = Math.min(currentRound, countRounds(event))
  const texts = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score].map(Number)
  const isPlaying = /^\d+$/.test(thru)
  // The round under way has the strokes so far: it is the last with any.
  const complete = isPlaying ? texts.with(texts.findLastIndex(Number.isInteger), Number.NaN) : texts
  const rounds = complete
    .slice(0, scoredRound)
    .map((strokes) => (strokes >= fewestStrokes && strokes <= mostStrokes ? strokes : null))
  const isUnderWay = isPlaying && scoredRound > 0 && rounds[scoredRound - 1] == null
  const scored = { rounds, today: isUnderWay ? parseToPar(golfer.currentRoundScore) || 0 : null }
  const last = rounds.findLastIndex((strokes) => strokes !== null)
  const hasGap = rounds.slice(0, last).includes(null)
  // Places are sent only where a play-off has settled ties.
  const hasPlayoff = event.completed || currentRound > countRounds(event)
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
