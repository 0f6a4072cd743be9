import { toCalendarBody } from './calendar-body.ts'
import { type FeedServerOptions, type FeedSource, startFeedServer, type Which } from './feed-server.ts'
import { toLeaderboardBody } from './leaderboard-body.ts'
import { listMilestones, type Milestone, minuteOf } from './milestones.ts'
import { toPlayerSummaryBody } from './player-summary-body.ts'
import { toRankingBody } from './ranking-body.ts'
import { listFavourites } from './simulated-entries.ts'
import { playTournament, type TournamentPlan, type TournamentPlay } from './tournament-play.ts'
import { stateAt } from './tournament-state.ts'
import { dateOfEvent } from './tournament-time.ts'

export type SimulatorOptions = FeedServerOptions & {
  readonly seed?: string | number
  readonly plan?: Partial<TournamentPlan>
  /** A milestone or a minute; by default `scheduled`. */
  readonly startAt?: Milestone | number
  /** The clock, in milliseconds; tests pass their own. */
  readonly now?: () => number
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

const olderBodyAgeMinutes = 90

/** A feed with one simulated tournament, which advances at a pace or on request. */
export async function startSimulator(options: SimulatorOptions = {}) {
  const play = findPlay(options.seed ?? 1, options.plan)
  const startAt = options.startAt ?? 'scheduled'
  const start = typeof startAt === 'number' ? startAt : minuteOf(play, startAt)
  const clock = createMinuteClock(start, options.now ?? (() => performance.now()))
  const advanceTo = (milestone: string) => clock.set(minuteOf(play, milestone))
  const server = await startFeedServer(createSource(play, clock, advanceTo), options)
  return {
    ...server,
    play,
    name: play.plan.name,
    /** Midnight before the first day, without seconds, as the feed writes dates. */
    date: dateOfEvent(play),
    /** All golfers, favourites first. */
    listGolfers: () => listFavourites(play.seed),
    minute: clock.minute,
    setMinute: clock.set,
    advance: (minutes: number) => clock.set(clock.minute() + minutes),
    advanceTo: (milestone: Milestone) => advanceTo(milestone),
    /** Sets the pace in tournament minutes per second. */
    setPace: clock.setPace,
  }
}

let lastPlay: { readonly key: string; readonly play: TournamentPlay } | undefined

/** Keeps the last tournament: tests start the same one hundreds of times, and playing it takes longer than the rest of the start. */
function findPlay(seed: string | number, plan: Partial<TournamentPlan> | undefined): TournamentPlay {
  const key = JSON.stringify([seed, plan])
  if (lastPlay?.key !== key) lastPlay = { key, play: playTournament(seed, plan) }
  return lastPlay.play
}

type MinuteClock = ReturnType<typeof createMinuteClock>

/** A clock of tournament minutes. At pace 0, time moves only with `set`. */
function createMinuteClock(start: number, now: () => number) {
  let from = { minute: start, time: now() }
  let pace = 0
  const minute = () => Math.floor(from.minute + ((now() - from.time) / 1000) * pace)
  function set(next: number): void {
    from = { minute: next, time: now() }
  }
  function setPace(next: number): void {
    set(minute())
    pace = next
  }
  return { minute, set, pace: () => pace, setPace }
}

function createSource(play: TournamentPlay, clock: MinuteClock, advanceTo: (milestone: string) => void): FeedSource {
  const minuteOfBody = (which: Which) => clock.minute() - (which === 'previous' ? olderBodyAgeMinutes : 0)
  const leaderboard = (which: Which) => JSON.stringify(toLeaderboardBody(play, minuteOfBody(which)))
  function summary(espnId: string, which: Which): string | undefined {
    const body = toPlayerSummaryBody(play, espnId, minuteOfBody(which))
    return body === undefined ? undefined : JSON.stringify(body)
  }
  function describe(): object {
    const minute = clock.minute()
    const { phase, period } = stateAt(play, minute)
    const { eventId, name } = play.plan
    return { eventId, name, minute, pace: clock.pace(), phase, period, milestones: [...listMilestones(play)] }
  }
  function control(action: string, value: string): boolean {
    if (action === 'to' && [...listMilestones(play).keys()].some((name) => name === value)) advanceTo(value)
    else if (action === 'minute' && isNumber(value)) clock.set(Number(value))
    else if (action === 'pace' && isNumber(value)) clock.setPace(Number(value))
    else return false
    return true
  }
  const { eventId } = play.plan
  const calendar = (year: string | null) => JSON.stringify(toCalendarBody(play.plan, year))
  const ranking = () => JSON.stringify(toRankingBody(play.seed))
  return { eventId, leaderboard, summary, calendar, ranking, describe, control }
}

function isNumber(value: string): boolean {
  return value !== '' && Number.isFinite(Number(value))
}
