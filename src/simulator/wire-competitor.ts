import { toParText } from '#domain/field/field.ts'
import { type PlayedHole, type PlayedRound, strokesOf, toParOf } from './played-round.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import type { TournamentPlay } from './tournament-play.ts'
import type { GolferState, TournamentState } from './tournament-state.ts'
import { timeAt, withoutSeconds } from './tournament-time.ts'
import { golferStatusType, playingStatusType } from './wire-status.ts'

/** The feed's tee time of a play-off. */
const playOffTeeTime = '1900-01-01T10:00Z'
const emptyRoundInterval = 4

/** One golfer's row of the leaderboard body. */
export function toCompetitor(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const { golfer: person, sortOrder, movement, exit } = golfer
  const complete = golfer.rounds.filter((round) => round.holes.length === 18).flatMap((round) => round.holes)
  const unplayed = state.phase === 'scheduled' ? '-' : 'E'
  const score = {
    value: strokesOf(complete),
    displayValue: complete.length === 0 ? unplayed : toParText(toParOf(complete)),
  }
  return {
    id: person.espnId,
    athlete: toAthlete(person),
    status: toStatus(play, state, golfer),
    score: exit?.reason === 'DNS' ? undefined : score,
    linescores: toLinescores(play, state, golfer),
    statistics: [
      {
        name: 'scoreToPar',
        value: golfer.toPar,
        displayValue: state.phase === 'scheduled' ? '-' : toParText(golfer.toPar),
      },
    ],
    movement,
    amateur: person.amateur,
    sortOrder,
  }
}

function toAthlete(golfer: SimulatedGolfer) {
  const { espnId, name, countryCode, amateur } = golfer
  return {
    id: espnId,
    displayName: name,
    amateur,
    flag: { href: `https://a.espncdn.com/i/teamlogos/countries/500/${countryCode}.png` },
  }
}

/** The URL of the picture on the feed's image server; the simulator serves it at the same path (`simulated-images`). */
export function headshotOf({ espnId }: SimulatedGolfer): string {
  return `https://a.espncdn.com/i/headshots/golf/players/full/${espnId}.png`
}

function toStatus(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  if (golfer.exit !== undefined) return toExitedStatus(play, state, golfer)
  if (golfer.playOffHoles !== undefined) return toPlayOffStatus(play, state, golfer)
  const round = getCurrentRound(golfer)
  const teeTime = timeAt(play, round.teeMinute)
  const base = { period: golfer.period, type: golferStatusType(golfer), position: positionOf(golfer) }
  if (golfer.playState === 'waiting') {
    return {
      ...base,
      displayValue: withoutSeconds(teeTime),
      teeTime: withoutSeconds(teeTime),
      thru: 0,
      behindCurrentRound: state.phase === 'settled',
    }
  }
  if (golfer.playState === 'playing') {
    const thru = round.holes.length
    return {
      ...base,
      displayValue: `Thru ${thru}`,
      teeTime: withoutSeconds(teeTime),
      thru,
      behindCurrentRound: false,
      displayThru: String(thru),
    }
  }
  const finished = { ...base, displayValue: 'F' }
  // For some minutes after round 1 the rows mix round 2 with round 1.
  if (state.phase === 'complete' && state.period === 1) {
    return { ...finished, period: 2, thru: 0, behindCurrentRound: false }
  }
  const behind = state.period > golfer.period
  return {
    ...finished,
    teeTime: withoutSeconds(teeTime),
    thru: 18,
    behindCurrentRound: behind,
    displayThru: behind ? '18*' : '18',
  }
}

/** Until the next round, the row of a golfer who missed the cut still has the last one; later it has almost nothing. */
function toExitedStatus(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const reason = golfer.exit?.reason ?? 'WD'
  const round = getCurrentRound(golfer)
  const last = golfer.exit?.round ?? state.period
  const fresh = state.period <= last
  const thru = round.holes.length
  return {
    period: reason === 'CUT' && !fresh ? last + 1 : last,
    type: golferStatusType(golfer),
    displayValue: reason,
    position: { displayName: '-' },
    behindCurrentRound: state.period > last + (reason === 'CUT' ? 1 : 0),
    ...(fresh
      ? {
          teeTime: withoutSeconds(timeAt(play, round.teeMinute)),
          ...(thru === 0 ? {} : { displayThru: String(thru) }),
          thru,
        }
      : {}),
  }
}

function toPlayOffStatus(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const over = state.phase === 'final'
  const thru = golfer.playOffHoles?.length ?? 0
  return {
    period: play.rounds + 1,
    type: over ? golferStatusType(golfer) : playingStatusType,
    displayValue: 'F',
    teeTime: playOffTeeTime,
    position: positionOf(golfer),
    thru,
    behindCurrentRound: false,
    displayThru: String(thru),
  }
}

function positionOf({ position }: GolferState) {
  if (position === undefined) return { displayName: '-' }
  return { displayName: `${position.shared ? 'T' : ''}${position.rank}` }
}

function getCurrentRound(golfer: GolferState): PlayedRound {
  const round = golfer.rounds.find(({ period }) => period === golfer.period)
  if (round === undefined) throw new Error(`${golfer.golfer.name} has no round ${golfer.period}`)
  return round
}

/** One item per round, in the feed's forms: played, waiting (`0` and `-`), announced (only a tee time), play-off. */
function toLinescores(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const announced = golfer.rounds.filter((round) => round.period > state.period)
  const begun = golfer.rounds.filter((round) => round.period <= state.period)
  return [
    ...begun.map((round) => ({ ...roundBase(play, round), ...scoreOf(round.holes) })),
    ...announced.map((round) => roundBase(play, round)),
    ...emptyRoundOfCut(state, golfer),
    ...playOffRound(play, golfer),
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

function playOffRound({ rounds }: TournamentPlay, golfer: GolferState) {
  const holes = golfer.playOffHoles
  if (holes === undefined) return []
  return [{ ...scoreOf(holes), period: rounds + 1, isPlayoff: true, teeTime: playOffTeeTime }]
}

function scoreOf(holes: readonly PlayedHole[]) {
  return { value: strokesOf(holes), displayValue: holes.length === 0 ? '-' : toParText(toParOf(holes)) }
}

/** A hole of a scorecard. */
export function toHole({ number, par, strokes }: Omit<PlayedHole, 'at'>) {
  return { value: strokes, period: number, par }
}
