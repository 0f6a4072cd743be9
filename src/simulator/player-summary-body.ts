import { toParText } from '#domain/field/to-par.ts'
import { type PlayedHole, strokesOf, toParOf } from './played-round.ts'
import { findPrizes, toDollarText } from './prize-money.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import type { TournamentPlay } from './tournament-play.ts'
import { type GolferState, type RoundState, stateAt, type TournamentState } from './tournament-state.ts'
import { timeAt, withoutSeconds } from './tournament-time.ts'
import { headshotOf, playerCardOf } from './wire-competitor.ts'
import { playOffTeeTime, toHole, toNineScores } from './wire-linescores.ts'

export type PlayerSummaryBody = NonNullable<ReturnType<typeof toPlayerSummaryBody>>

/** A player summary in the feed's wire format at a minute; undefined for a golfer who is not in the field. */
export function toPlayerSummaryBody(play: TournamentPlay, espnId: string, minute: number) {
  const state = stateAt(play, minute)
  const golfer = state.golfers.find((row) => row.golfer.espnId === espnId)
  if (golfer === undefined) return undefined
  return {
    profile: toProfile(play, golfer.golfer),
    rounds: [...golfer.rounds.map((round) => toRound(play, golfer, round)), ...playOffRound(golfer)],
    stats: toStats(state, golfer),
  }
}

function toProfile(play: TournamentPlay, golfer: SimulatedGolfer) {
  const { espnId, name, birthDay, birthPlace, college, hand, hasHeadshot } = golfer
  const years = Number(play.plan.day.slice(0, 4)) - Number(birthDay.slice(0, 4))
  const hadBirthday = play.plan.day.slice(5) >= birthDay.slice(5)
  return {
    id: espnId,
    uid: `s:1100~a:${espnId}`,
    displayName: name,
    age: hadBirthday ? years : years - 1,
    dateOfBirth: `${birthDay}T08:00Z`,
    college,
    hand,
    headshot: hasHeadshot ? headshotOf(golfer) : undefined,
    link: playerCardOf(golfer),
    birthPlace: Number(espnId) % 13 === 0 ? undefined : birthPlace,
  }
}

/** A round that the golfer has not begun has only its tee time. */
function toRound(play: TournamentPlay, golfer: GolferState, round: RoundState) {
  const { period, startHole, group, teeMinute, holes, startPosition, currentPosition } = round
  const base = {
    period,
    startTee: startHole,
    groupNumber: group,
    courseId: Number(play.course.id),
    isStreaming: false,
    teeTime: withoutSeconds(timeAt(play, teeMinute)),
  }
  if (holes.length === 0) return base
  const hasMovement = startPosition !== undefined && currentPosition !== undefined && golfer.exit === undefined
  return {
    ...base,
    value: strokesOf(holes),
    displayValue: toParText(toParOf(holes)),
    linescores: holes.map(toHole),
    ...toNineScores(holes),
    startPosition,
    currentPosition,
    ...(hasMovement ? { movement: currentPosition - startPosition } : {}),
    statistics: { categories: [{ name: 'generalStatistics', stats: countsOf(holes) }] },
  }
}

function playOffRound(golfer: GolferState) {
  const holes = golfer.playOffHoles
  if (holes === undefined || holes.length === 0) return []
  const base = {
    period: 5,
    isPlayoff: true,
    startTee: 18,
    groupNumber: 1,
    isStreaming: false,
    teeTime: playOffTeeTime,
  }
  return [
    {
      ...base,
      value: strokesOf(holes),
      displayValue: toParText(toParOf(holes)),
      linescores: holes.map(toHole),
    },
  ]
}

function countsOf(holes: readonly PlayedHole[]) {
  const count = (from: number, to = from) =>
    holes.filter(({ strokes, par }) => strokes - par >= from && strokes - par <= to).length
  const stat = (name: string, value: number) => ({
    name,
    displayName: name,
    value,
    displayValue: String(value),
  })
  return [
    stat('eagles', count(-9, -2)),
    stat('birdies', count(-1)),
    stat('pars', count(0)),
    stat('bogeys', count(1)),
    stat('doubleBogeys', count(2)),
  ]
}

function toStats(state: TournamentState, golfer: GolferState) {
  const holes = golfer.rounds.flatMap((round) => round.holes)
  const amount = (state.areEarningsKnown ? findPrizes(state).get(golfer.golfer.index)?.amount : undefined) ?? 0
  const stat = (name: string, displayName: string, displayValue: string) => ({
    name,
    displayName,
    displayValue,
  })
  return [
    stat('startScore', 'Starting Score', 'E'),
    stat('regScore', 'Total', String(strokesOf(holes))),
    stat('scoreToPar', 'Score To Par', toParText(golfer.toPar)),
    ...countsOf(holes).map(({ name, displayValue }) => stat(name, name, displayValue)),
    stat('officialAmount', 'Official Earnings', toDollarText(amount)),
  ]
}
