import type { Field, Golfer } from '#domain/field/field.ts'
import type { EspnCompetitor, EspnEvent } from './espn-leaderboard.ts'
import { isOver } from './espn-leaderboard.ts'
import { findRounds, type PlayedRounds } from './espn-rounds.ts'
import { findCurrentOutReason } from './espn-withdrawal-disqualification.ts'

/** A golfer's row with their rounds, independent of the other rows. */
export type CompetitorRounds = {
  readonly competitor: EspnCompetitor
  readonly rounds: PlayedRounds
  /** Their row on the last leaderboard. */
  readonly known: Golfer | undefined
}

/** How far the event has progressed: the context for each golfer's row. */
export type EventProgress = ReturnType<typeof toEventProgress>

/** Lower than any round ever played. */
const minStrokesPerRound = 55

/** STATUS_SUSPENDED, of a round. */
const suspendedId = '8'

export function toEventProgress(event: EspnEvent, field: readonly CompetitorRounds[], previous: Field | null) {
  const { status } = event.competition
  const rounds = findRounds(event, previous)
  const playoffRound = rounds + 1
  const lastPlayed = Math.max(0, ...field.flatMap(({ rounds }) => [...rounds.keys()]))
  const reported = Math.max(0, status.period ?? Math.max(lastPlayed, previous?.currentRound ?? 0))
  const isPlayoff = reported >= playoffRound || /^play-?off/i.test(status.type.detail)
  const currentRound = isPlayoff ? playoffRound : reported
  const over = isEventOver(event, previous)
  const isPlayComplete = over || isRoundComplete(event)
  const lastComplete = Math.min(isPlayComplete ? currentRound : currentRound - 1, rounds)
  const cutRound = event.tournament.cutRound ?? 0
  return {
    /** How many the event has. */
    rounds,
    /** 0 without a cut. */
    cutRound,
    /** 0 before the first round, one more than `rounds` in a play-off. */
    currentRound,
    /** The round of the "Today" column: in a play-off the last regular round. 0 before the first. */
    scoredRound: isPlayoff ? lastPlayed : currentRound,
    /** Between two rounds, or after the last. */
    isPlayComplete,
    isOver: over,
    /** Rounds after the cut that the field has completed. A golfer without strokes in one has withdrawn. */
    completedRounds: range(cutRound + 1, lastComplete).filter((round) => wasPlayed(round, field, cutRound)),
  }
}

/** A response without a status does not reopen an event that has ended. */
export function isEventOver({ status: { type } }: EspnEvent, previous: Field | null): boolean {
  return isOver(type) || (type.name === '' && previous?.event.completed === true)
}

/** The oldest bodies have no status name. The state "post" alone is not enough: a suspended round has it, too. */
function isRoundComplete({ competition }: EspnEvent): boolean {
  const { id, name, detail, description, state } = competition.status.type
  if (name !== '') return name === 'STATUS_PLAY_COMPLETE' || name === 'STATUS_FINAL'
  const isSuspended = id === suspendedId || /suspend|delay|halt/i.test(detail || description)
  return !isSuspended && (/complete|final/i.test(detail) || state === 'post')
}

/** Few or no golfers finish a cancelled round, so missing strokes in it do not mean a withdrawal. */
function wasPlayed(round: number, field: readonly CompetitorRounds[], cutRound: number): boolean {
  const stillIn = field.filter((golfer) => findCurrentOutReason(golfer, cutRound) === null)
  const finishers = stillIn.filter(({ rounds }) => (rounds.get(round)?.strokes ?? 0) >= minStrokesPerRound)
  return finishers.length * 4 >= stillIn.length && finishers.length > 0
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
