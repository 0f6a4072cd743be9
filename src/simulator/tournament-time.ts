import type { TournamentPlay } from './tournament-play.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** 7 a.m. US Eastern daylight time. */
const firstTeeTime = 'T11:00:00Z'
const easternOffsetMs = 4 * 60 * minuteMs
const weekendDelayMs = 90 * minuteMs
/** Between a round that is finished in the morning and the next one. */
const changeoverMs = 60 * minuteMs

/** The instant of a tournament's minute, in milliseconds since 1970, with the nights added back. */
export function timeAt(play: TournamentPlay, minute: number): number {
  const dayOne = Date.parse(play.plan.day + firstTeeTime)
  const round = play.schedule.findLast(({ waitingFrom }) => waitingFrom <= minute)
  if (round === undefined) return dayOne + minute * minuteMs
  const { period, suspension } = round
  const isResumed = suspension?.isOvernight === true && minute >= suspension.to
  if (isResumed) return dayOne + period * dayMs + (minute - suspension.to) * minuteMs
  const later = Math.max(period > 2 ? weekendDelayMs : 0, findMorningEnd(play, period))
  return dayOne + (period - 1) * dayMs + later + (minute - round.firstTee) * minuteMs
}

/** When a round can begin on a morning on which the one before it is finished, after the first tee time of the day. */
function findMorningEnd({ schedule }: TournamentPlay, period: number): number {
  const before = schedule[period - 2]
  if (!before?.suspension?.isOvernight) return 0
  return (before.completeFrom - before.suspension.to) * minuteMs + changeoverMs
}

/** `2026-06-04T16:10Z`: the feed's usual format. */
export function withoutSeconds(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`
}

/** Midnight US Eastern time of the first day: how the feed dates an event. */
export function dateOfEvent(play: TournamentPlay): string {
  return withoutSeconds(Date.parse(`${play.plan.day}T00:00:00Z`) + easternOffsetMs)
}

/** "June 18 - 21", as the feed announces an event. */
export function announcedDates(play: TournamentPlay): string {
  const first = new Date(`${play.plan.day}T00:00:00Z`)
  const last = new Date(first.getTime() + (play.schedule.length - 1) * dayMs)
  const monthOf = (day: Date) => day.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  const lastMonth = monthOf(first) === monthOf(last) ? '' : `${monthOf(last)} `
  return `${monthOf(first)} ${first.getUTCDate()} - ${lastMonth}${last.getUTCDate()}`
}
