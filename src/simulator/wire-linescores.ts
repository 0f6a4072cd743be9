import { toParText } from '#domain/field/to-par.ts'
import { type PlayedHole, strokesOf, toParOf } from './played-round.ts'
import type { TournamentPlay } from './tournament-play.ts'
import type { GolferState, RoundState, TournamentState } from './tournament-state.ts'
import { timeAt, withoutSeconds } from './tournament-time.ts'

/** The feed's tee time of a play-off. */
export const playOffTeeTime = '1900-01-01T10:00Z'
const emptyRoundInterval = 4

/** One item per round, in the feed's forms: played, waiting (`0` and `-`), announced (only a tee time), play-off. */
export function toLinescores(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const announced = golfer.rounds.filter((round) => round.period > state.period)
  const begun = golfer.rounds.filter((round) => round.period <= state.period)
  return [
    ...begun.map((round) => toBegunRound(play, state, golfer, round)),
    ...announced.map((round) => ({ ...roundBase(play, round), isPlayoff: false })),
    ...emptyRoundOfCut(state, golfer),
    ...playOffRound(golfer),
  ]
}

function roundBase(play: TournamentPlay, round: RoundState) {
  return {
    period: round.period,
    isStreaming: false,
    teeTime: withoutSeconds(timeAt(play, round.teeMinute)),
  }
}

function toBegunRound(play: TournamentPlay, state: TournamentState, golfer: GolferState, round: RoundState) {
  const { startPosition, currentPosition } = round
  const between = round.period > 1 && round.period < 4
  return {
    ...(round.holes.length === 0 ? { value: 0, displayValue: '-' } : scoreOf(round.holes)),
    ...roundBase(play, round),
    ...toNineScores(round.holes),
    startPosition,
    currentPosition: state.areEarningsKnown && between ? undefined : currentPosition,
    isPlayoff: false,
    linescores: golfer.playOffHoles && round.holes.map(toHole),
  }
}

/** A few golfers who missed the cut have an empty third round. */
function emptyRoundOfCut(state: TournamentState, golfer: GolferState) {
  const carries = golfer.golfer.index % emptyRoundInterval === 0 && state.period > 2
  if (golfer.exit?.reason !== 'CUT' || !carries) return []
  return [{ value: 0, displayValue: '-', period: 3, isStreaming: false, isPlayoff: false }]
}

function playOffRound(golfer: GolferState) {
  const holes = golfer.playOffHoles
  if (holes === undefined) return []
  return [
    {
      ...scoreOf(holes),
      period: 5,
      isPlayoff: true,
      ...toNineScores(holes),
      isStreaming: false,
      currentPosition: golfer.position?.rank ?? 1,
      teeTime: playOffTeeTime,
      linescores: holes.map(toHole),
    },
  ]
}

function scoreOf(holes: readonly PlayedHole[]) {
  return { value: strokesOf(holes), displayValue: toParText(toParOf(holes)) }
}

/** Strokes of holes 1 to 9 and 10 to 18, each once a hole of it has been played. */
export function toNineScores(holes: readonly PlayedHole[]) {
  const out = holes.filter(({ number }) => number <= 9)
  const back = holes.filter(({ number }) => number > 9)
  return {
    inScore: back.length === 0 ? undefined : strokesOf(back),
    outScore: out.length === 0 ? undefined : strokesOf(out),
  }
}

const scoreTypes: Record<number, readonly [name: string, displayName: string]> = {
  [-3]: ['ALBATROSS', 'Albatross'],
  [-2]: ['EAGLE', 'Eagle'],
  [-1]: ['BIRDIE', 'Birdie'],
  0: ['PAR', 'Par'],
  1: ['BOGEY', 'Bogey'],
  2: ['DOUBLE_BOGEY', 'Double Bogey'],
  3: ['TRIPLE_BOGEY', 'Triple Bogey'],
}

/** A hole of a scorecard. */
export function toHole({ number, par, strokes }: Omit<PlayedHole, 'at'>) {
  const [name, displayName] = scoreTypes[strokes - par] ?? ['OTHER', 'Other']
  return {
    value: strokes,
    displayValue: String(strokes),
    period: number,
    scoreType: { name, displayName, displayValue: toParText(strokes - par) },
    par,
  }
}
