import { toParText } from '#domain/field/field.ts'
import { type PlayedRound, strokesOf, toParOf } from './played-round.ts'
import { simulatedCourse } from './simulated-course.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import type { TournamentPlay } from './tournament-play.ts'
import { type GolferState, stateAt } from './tournament-state.ts'
import { headshotOf, toHole } from './wire-competitor.ts'

export type PlayerSummaryBody = NonNullable<ReturnType<typeof toPlayerSummaryBody>>

/** A player summary in the feed's wire format at a minute; undefined for a golfer who is not in the field. */
export function toPlayerSummaryBody(play: TournamentPlay, espnId: string, minute: number) {
  const state = stateAt(play, minute)
  const golfer = state.golfers.find((row) => row.golfer.espnId === espnId)
  if (golfer === undefined) return undefined
  return {
    profile: toProfile(play, golfer.golfer),
    rounds: [...golfer.rounds.map(toRound), ...playOffRound(play, golfer)],
  }
}

/** The age on a day; both days as 2026-04-09. */
function toAge(birthDay: string, today: string): number {
  const [birthYear = 0, year = 0] = [birthDay, today].map((day) => Number.parseInt(day, 10))
  const years = year - birthYear
  const hadBirthday = today.slice(5) >= birthDay.slice(5)
  return hadBirthday ? years : years - 1
}

function toProfile(play: TournamentPlay, golfer: SimulatedGolfer) {
  const { espnId, name, birthDay, birthPlace, college, hand, hasHeadshot } = golfer
  return {
    id: espnId,
    displayName: name,
    age: toAge(birthDay, play.plan.day),
    college,
    hand,
    headshot: hasHeadshot ? headshotOf(golfer) : undefined,
    birthPlace: Number(espnId) % 13 === 0 ? undefined : birthPlace,
  }
}

/** A round that the golfer has not begun has no score. */
function toRound({ period, holes }: PlayedRound) {
  const base = { period, courseId: Number(simulatedCourse.id) }
  if (holes.length === 0) return base
  return {
    ...base,
    value: strokesOf(holes),
    displayValue: toParText(toParOf(holes)),
    linescores: holes.map(toHole),
  }
}

function playOffRound(play: TournamentPlay, { playOffHoles: holes = [] }: GolferState) {
  if (holes.length === 0) return []
  const displayValue = toParText(toParOf(holes))
  return [
    { period: play.rounds + 1, isPlayoff: true, value: strokesOf(holes), displayValue, linescores: holes.map(toHole) },
  ]
}
