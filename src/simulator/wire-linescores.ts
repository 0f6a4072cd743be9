import { toParText } from '#domain/field/to-par.ts'
import { type PlayedHole, type PlayedRound, strokesOf, toParOf } from './played-round.ts'
import type { TournamentPlay } from './tournament-play.ts'
import type { GolferState, TournamentState } from './tournament-state.ts'
import { timeAt, withoutSeconds } from './tournament-time.ts'

/** The feed's tee time of a play-off. */
export const playOffTeeTime = '1900-01-01T10:00Z'
const emptyRoundInterval = 4

/** One item per round, in the feed's forms: played, waiting (`0` and `-`), announced (only a tee time), play-off. */
export function toLinescores(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const announced = golfer.rounds.filter((round) => round.period > state.period)
  const begun = golfer.rounds.filter((round) => round.period <= state.period)
  return [
    ...begun.map((round) => ({ ...roundBase(play, round), ...scoreOf(round.holes) })),
    ...announced.map((round) => roundBase(play, round)),
    ...emptyRoundOfCut(state, golfer),
    ...playOffRound(golfer),
  ]
}

function roundBase(play: TournamentPlay, round: PlayedRound) {
  return { period: round.period, teeTime: withoutSeconds(timeAt(play, round.teeMinute)), isPlayoff: false }
}

/** A few golfers who missed the cut have an empty third round. */
function emptyRoundOfCut(state: TournamentState, golfer: GolferState) {
  const carries = golfer.golfer.index % emptyRoundInterval === 0 && state.period > 2
  if (golfer.exit?.reason !== 'CUT' || !carries) return []
  return [{ ...scoreOf([]), period: 3, isPlayoff: false }]
}

function playOffRound(golfer: GolferState) {
  const holes = golfer.playOffHoles
  if (holes === undefined) return []
  return [{ ...scoreOf(holes), period: 5, isPlayoff: true, teeTime: playOffTeeTime }]
}

function scoreOf(holes: readonly PlayedHole[]) {
  return { value: strokesOf(holes), displayValue: holes.length === 0 ? '-' : toParText(toParOf(holes)) }
}

/** A hole of a scorecard. */
export function toHole({ number, par, strokes }: Omit<PlayedHole, 'at'>) {
  return { value: strokes, period: number, par }
}
