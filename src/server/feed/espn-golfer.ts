import { type DnfReason, type Golfer, noValue, toMovement, toParText } from '#domain/field/field.ts'
import { toShortName } from '#domain/names/names.ts'
import type { CompetitorRounds, EventProgress } from './espn-event-progress.ts'
import type { EspnCompetitor } from './espn-leaderboard.ts'
import { type PlayedRounds, sumStrokes } from './espn-rounds.ts'
import { findCurrentOutReason } from './espn-withdrawal-disqualification.ts'
import { parseToPar } from './lenient-schemas.ts'

/** One golfer's row. `index` counts from 0 in the feed's order. */
export function toGolfer(competitorRounds: CompetitorRounds, progress: EventProgress, index: number): Golfer {
  const { competitor, rounds, known } = competitorRounds
  const { athlete } = competitor
  const fullName = athlete.displayName || known?.fullName || toFullName(competitor)
  const out = findOutReason(competitorRounds, progress)
  const total = sumStrokes(rounds)
  const relativeScore = total === 0 ? 0 : findToPar(competitorRounds)
  const today = toToday(competitorRounds, progress, out !== null)
  // This order puts similar values side by side, which makes the compressed leaderboard a tenth smaller.
  return {
    index,
    espnId: toEspnId(competitor),
    shortName: athlete.shortName || toShortName(fullName),
    amateur: competitor.amateur || athlete.amateur,
    logoImage: athlete.flag.href ?? known?.logoImage ?? null,
    fullName,
    position: out ?? toPosition(competitor.status.position.displayName),
    relativeScore,
    totalScore: total === 0 ? noValue : String(total),
    total,
    toPar: total === 0 ? noValue : toParText(relativeScore),
    isDNF: out !== null,
    // The feed counts positions lost, so a negative number is a climb.
    movement: toMovement(out === null ? 0 - (competitor.movement ?? 0) : 0),
    thru: today.thru,
    round4Score: toRoundText(rounds, 4),
    teeTime: today.teeTime,
    currentRoundScore: today.currentRoundScore,
    round2Score: toRoundText(rounds, 2),
    round3Score: toRoundText(rounds, 3),
    round1Score: toRoundText(rounds, 1),
    correction: null,
  }
}

export function toEspnId({ athlete, id }: EspnCompetitor): string {
  return athlete.id || id
}

/** Never empty. */
export function toFullName(competitor: EspnCompetitor): string {
  const { displayName, shortName, lastName } = competitor.athlete
  return displayName || shortName || lastName || `Golfer ${toEspnId(competitor)}`
}

/** The feed's own text. "-" means none, and in one recorded body "999" did. */
function toPosition(reported: string): string {
  return /^(?:-*|T?999)$/i.test(reported) ? noValue : reported
}

function toRoundText(rounds: PlayedRounds, round: number): string {
  const played = rounds.get(round)
  return played ? String(played.strokes) : noValue
}

/** Larger numbers are errors. */
const maxToPar = 199

/**
 * To par over all rounds, including the current one. The feed has it as a statistic; the competitor's `score` covers
 * completed rounds only and is the last resort.
 */
function findToPar({ competitor: { statistics, score }, rounds, known }: CompetitorRounds): number {
  const reported = statistics.find(({ name }) => name === 'scoreToPar')
  const statistic = reported && /^-*$/.test(reported.displayValue) && !reported.value ? null : reported
  const found = statistic?.value ?? parseToPar(statistic?.displayValue ?? '')
  if (found !== null && Math.abs(found) <= maxToPar) return found
  return sumToPar(rounds) ?? known?.relativeScore ?? score.toPar ?? 0
}

function sumToPar(rounds: PlayedRounds): number | null {
  return [...rounds.values()].reduce<number | null>(
    (sum, { toPar }) => (sum === null || toPar === null ? null : sum + toPar),
    0,
  )
}

type CurrentRound = Pick<Golfer, 'currentRoundScore' | 'thru' | 'teeTime'>

/**
 * Between two rounds the round just played is still current, with thru "F". Once the next has begun, golfers who have
 * not started it show their tee times.
 */
function toToday({ competitor, rounds }: CompetitorRounds, progress: EventProgress, isOut: boolean): CurrentRound {
  const round = findOwnRound(competitor, rounds, progress)
  const played = rounds.get(round)
  if (!played) {
    const isWaiting = !isOut && !progress.isOver && competitor.status.type.name !== 'STATUS_FINISH'
    return {
      currentRoundScore: noValue,
      thru: noValue,
      teeTime: isWaiting ? findTeeTime(competitor, round, progress) : null,
    }
  }
  return {
    currentRoundScore: played.toPar === null ? noValue : toParText(played.toPar),
    thru: toThru(competitor, round, progress, isOut),
    teeTime: null,
  }
}

/** The event's current round, unless the golfer is still playing an earlier one or has begun a later one. */
function findOwnRound({ status }: EspnCompetitor, rounds: PlayedRounds, { scoredRound }: EventProgress): number {
  const own = status.period ?? scoredRound
  const isElsewhere = status.type.name === 'STATUS_IN_PROGRESS' || own > scoredRound
  return isElsewhere && rounds.has(own) ? own : scoredRound
}

/**
 * Holes played of a round that has begun. The star of "18*" means "not the current round", not the back nine. Just
 * after a round a golfer can be FINISH with thru 0 and the next period, so the type takes precedence over the number.
 */
function toThru({ status }: EspnCompetitor, round: number, progress: EventProgress, isOut: boolean): string {
  if (status.type.name === 'STATUS_FINISH' || (status.period ?? round) > round) return 'F'
  const holes =
    status.thru || Number(/^(?:thru )?(\d{1,2})\*?$/i.exec(status.displayThru || status.displayValue)?.[1] ?? 0)
  if (holes >= 18) return 'F'
  if (holes > 0 && status.period === round) return String(holes)
  return progress.isPlayComplete && round === progress.scoredRound && !isOut ? 'F' : noValue
}

/** Prefers the tee time of the golfer's status: the times of the round lines were hours off for years. */
function findTeeTime({ status, linescores }: EspnCompetitor, round: number, { rounds }: EventProgress): string | null {
  const nextRound = status.period ?? Math.max(1, Math.min(round, rounds))
  return status.teeTime ?? linescores.find(({ period }) => period === nextRound)?.teeTime ?? null
}

/**
 * Why a golfer is out. Apart from what the feed reports, a golfer without strokes in a completed round after the cut
 * has withdrawn, unless they are still to play it (docs/rules.md, 3.2).
 */
function findOutReason(golfer: CompetitorRounds, progress: EventProgress): DnfReason | null {
  const { competitor, rounds } = golfer
  const reported = findCurrentOutReason(golfer, progress.cutRound)
  if (reported !== null) return reported
  const hasLeft = progress.completedRounds.some(
    (round) => !rounds.has(round) && !isWaitingToPlay(competitor.status, round, progress),
  )
  return hasLeft ? 'WD' : null
}

function isWaitingToPlay(
  { type, period }: EspnCompetitor['status'],
  round: number,
  { isOver }: EventProgress,
): boolean {
  const isStillToPlay = type.name === 'STATUS_SCHEDULED' || type.name === 'STATUS_IN_PROGRESS'
  return !isOver && isStillToPlay && (period ?? round) <= round
}
