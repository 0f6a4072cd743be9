import { type Field, type Golfer, noValue } from '#domain/field/field.ts'
import { toMovement } from '#domain/field/movement.ts'
import { isMajorLoss } from '#domain/tournament/unavailable-golfers.ts'
import { type CompetitorRounds, type EventProgress, isEventOver } from './espn-event-progress.ts'
import { toEspnId } from './espn-golfer.ts'
import type { EspnCompetitor, EspnEvent } from './espn-leaderboard.ts'
import { type PlayedRounds, toKnownRounds, toPlayedRounds } from './espn-rounds.ts'
import { FeedError } from './feed-error.ts'

/** Scores that a response lacks and the last leaderboard has: many are a fault, a few are retained (docs/rules.md, 7.3). */

/** Whether the feed explicitly states that an earlier round is in progress. Then nothing is retained. */
export function isEarlierRound(event: EspnEvent, previous: Field): boolean {
  const { period } = event.competition.status
  return period !== null && period < previous.currentRound && !isEventOver(event, previous)
}

/** Throws if the field, or the strokes of most golfers, are missing. */
export function requireKnownScores(event: EspnEvent, competitors: readonly EspnCompetitor[], previous: Field): void {
  const { golfersScores } = previous
  if (golfersScores.length > 0 && competitors.length === 0) throw missing('all golfers')
  if (isEarlierRound(event, previous) || !golfersScores.some(({ total }) => total > 0)) return
  if (competitors.every(({ linescores }) => toPlayedRounds(linescores).size === 0)) throw missing('all strokes')
  const listed = new Map(competitors.map((competitor) => [toEspnId(competitor), competitor]))
  // A feed that lists only those who made the cut lacks nothing that can still change.
  const stillIn = golfersScores.filter(({ isDNF }) => !isDNF)
  const lacking = stillIn.filter((golfer) => {
    const competitor = listed.get(golfer.espnId)
    return !competitor || listMissingRounds(competitor, golfer, event).length > 0
  })
  if (isMajorLoss(lacking.length, stillIn.length)) throw missing(`the scores of ${lacking.length} golfers`)
}

function missing(what: string): FeedError {
  return new FeedError('invalid', `The response from the sports feed is incomplete: it no longer has ${what}.`)
}

/** The golfer's rounds, with those that only the last leaderboard has. */
export function toCompetitorRounds(
  competitor: EspnCompetitor,
  known: Golfer | undefined,
  event: EspnEvent,
): CompetitorRounds {
  const rounds = toPlayedRounds(competitor.linescores)
  const retained = known ? listMissingRounds(competitor, known, event) : []
  return { competitor, known, rounds: new Map([...rounds, ...retained]) }
}

function listMissingRounds(competitor: EspnCompetitor, known: Golfer, event: EspnEvent) {
  const rounds = toPlayedRounds(competitor.linescores)
  return [...toKnownRounds(known)].filter(([round]) => !rounds.has(round) && !isRetracted(competitor, round, event))
}

/** 0 strokes in the round in progress are explicit, as after some withdrawals. A missing line is not. */
function isRetracted({ linescores }: EspnCompetitor, round: number, { competition }: EspnEvent): boolean {
  const isCurrent = round >= (competition.status.period ?? Number.POSITIVE_INFINITY)
  return isCurrent && linescores.some(({ period, value }) => period === round && value === 0)
}

/** Golfers with strokes whom the feed no longer lists, after all others. */
export function toUnlistedGolfers(
  previous: Field,
  field: readonly CompetitorRounds[],
  progress: EventProgress,
): Golfer[] {
  const listed = new Set(field.map(({ competitor }) => toEspnId(competitor)))
  const unlisted = previous.golfersScores.filter(({ espnId, total }) => total > 0 && !listed.has(espnId))
  return unlisted.map((golfer, index) =>
    toUnlistedGolfer(golfer, toKnownRounds(golfer), progress, field.length + index),
  )
}

function toUnlistedGolfer(golfer: Golfer, rounds: PlayedRounds, progress: EventProgress, index: number): Golfer {
  const hasLeft = !golfer.isDNF && progress.completedRounds.some((round) => !rounds.has(round))
  return {
    ...golfer,
    index,
    teeTime: null,
    ...(!rounds.has(progress.scoredRound) && { currentRoundScore: noValue, thru: noValue }),
    ...(hasLeft && { isDNF: true, position: 'WD', movement: toMovement(0) }),
  }
}
