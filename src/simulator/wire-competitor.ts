import { toParText } from '#domain/field/to-par.ts'
import { strokesOf, toParOf } from './played-round.ts'
import { type Prize, toDollarText } from './prize-money.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import type { TournamentPlay } from './tournament-play.ts'
import { type GolferState, type RoundState, type TournamentState, unrankedPosition } from './tournament-state.ts'
import { easternTime, timeAt, withoutSeconds, withSeconds } from './tournament-time.ts'
import { playOffTeeTime, toLinescores } from './wire-linescores.ts'
import { golferStatusType, playingStatusType } from './wire-status.ts'

/** One golfer's row of the leaderboard body. */
export function toCompetitor(
  play: TournamentPlay,
  state: TournamentState,
  golfer: GolferState,
  prize: Prize | undefined,
) {
  const { golfer: person, sortOrder, movement, exit } = golfer
  const complete = golfer.rounds.filter((round) => round.holes.length === 18).flatMap((round) => round.holes)
  const unplayed = state.phase === 'scheduled' ? '-' : 'E'
  const score = {
    value: strokesOf(complete),
    displayValue: complete.length === 0 ? unplayed : toParText(toParOf(complete)),
  }
  const amount = prize?.amount ?? 0
  return {
    id: person.espnId,
    uid: `s:1100~l:1106~a:${person.espnId}`,
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
      { name: 'officialAmount', displayValue: amount === 0 ? '--' : toDollarText(amount) },
      { name: 'cupPoints', value: prize?.points ?? 0, displayValue: String(prize?.points ?? 0) },
    ],
    movement,
    earnings: amount,
    amateur: person.amateur,
    featured: false,
    sortOrder,
  }
}

function toAthlete(golfer: SimulatedGolfer) {
  const { espnId, name, shortName, lastName, countryCode, country, amateur } = golfer
  return {
    id: espnId,
    uid: `s:1100~a:${espnId}`,
    displayName: name,
    shortName,
    lastName,
    amateur,
    links: [{ language: 'en-US', rel: ['playercard', 'desktop', 'athlete'], href: playerCardOf(golfer) }],
    birthPlace: { countryAbbreviation: countryCode },
    headshot: golfer.hasHeadshot ? { href: headshotOf(golfer) } : undefined,
    flag: { href: `https://a.espncdn.com/i/teamlogos/countries/500/${countryCode}.png`, alt: country },
  }
}

/** The URL of the picture on the feed's image server; the simulator serves it at the same path (`simulated-images`). */
export function headshotOf({ espnId }: SimulatedGolfer): string {
  return `https://a.espncdn.com/i/headshots/golf/players/full/${espnId}.png`
}

export function playerCardOf({ espnId, name }: SimulatedGolfer): string {
  const plain = name.normalize('NFD').replace(/[^A-Za-z\s-]/g, '')
  return `https://www.espn.com/golf/player/_/id/${espnId}/${plain.toLowerCase().replace(/\s+/g, '-')}`
}

function toStatus(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  if (golfer.exit !== undefined) return toExitedStatus(play, state, golfer)
  if (golfer.playOffHoles !== undefined) return toPlayOffStatus(state, golfer, golfer.playOffHoles.length)
  const round = getCurrentRound(golfer)
  const teeTime = timeAt(play, round.teeMinute)
  const base = {
    period: golfer.period,
    type: golferStatusType(golfer),
    startHole: round.startHole,
    position: positionOf(golfer),
    playoff: false,
  }
  const score = toParText(toParOf(round.holes))
  if (golfer.playState === 'waiting') {
    return {
      ...base,
      displayValue: withSeconds(teeTime),
      teeTime: withoutSeconds(teeTime),
      hole: golfer.period > 1 ? lastHoleOf(golfer.rounds.at(-2)) : undefined,
      thru: 0,
      behindCurrentRound: state.phase === 'settled',
      detail: easternTime(teeTime),
    }
  }
  if (golfer.playState === 'playing') {
    const thru = round.holes.length
    return {
      ...base,
      displayValue: `Thru ${thru}`,
      teeTime: withoutSeconds(teeTime),
      hole: lastHoleOf(round),
      thru,
      behindCurrentRound: false,
      displayThru: String(thru),
      detail: `${score}(${thru})`,
      todayDetail: `${score}(${thru})`,
    }
  }
  const finished = { ...base, displayValue: 'F', hole: lastHoleOf(round) }
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
    detail: `${score}(F)`,
    todayDetail: `${score}(F)`,
  }
}

/** Until the next round, the row of a golfer who missed the cut still has the last one; later it has almost nothing. */
function toExitedStatus(play: TournamentPlay, state: TournamentState, golfer: GolferState) {
  const reason = golfer.exit?.reason ?? 'WD'
  const round = getCurrentRound(golfer)
  const last = golfer.exit?.round ?? state.period
  const fresh = state.period <= last
  const thru = round.holes.length
  const rank =
    reason === 'CUT' ? (play.positionsAfter[2]?.get(golfer.golfer.index) ?? unrankedPosition) : unrankedPosition
  return {
    period: reason === 'CUT' && !fresh ? last + 1 : last,
    type: golferStatusType(golfer),
    displayValue: reason,
    position: { id: String(rank), displayName: '-', isTie: false },
    behindCurrentRound: state.period > last + (reason === 'CUT' ? 1 : 0),
    ...(fresh
      ? {
          teeTime: withoutSeconds(timeAt(play, round.teeMinute)),
          ...(thru === 0 ? {} : { hole: lastHoleOf(round), displayThru: String(thru) }),
          startHole: round.startHole,
          thru,
          playoff: false,
        }
      : {}),
    detail: `-(${reason})`,
  }
}

function toPlayOffStatus(state: TournamentState, golfer: GolferState, thru: number) {
  const over = state.phase === 'final'
  return {
    period: 5,
    type: over ? golferStatusType(golfer) : playingStatusType,
    displayValue: 'F',
    teeTime: playOffTeeTime,
    hole: 18,
    startHole: 18,
    position: positionOf(golfer),
    thru,
    playoff: true,
    behindCurrentRound: false,
    displayThru: String(thru),
  }
}

function positionOf({ position }: GolferState) {
  if (position === undefined) return { id: '0', displayName: '-', isTie: false }
  const { rank, shared } = position
  return { id: String(rank), displayName: shared ? `T${rank}` : String(rank), isTie: shared }
}

function getCurrentRound(golfer: GolferState): RoundState {
  const round = golfer.rounds.find(({ period }) => period === golfer.period)
  if (round === undefined) throw new Error(`${golfer.golfer.name} has no round ${golfer.period}`)
  return round
}

function lastHoleOf(round: RoundState | undefined): number {
  return round?.holes.at(-1)?.number ?? 18
}
