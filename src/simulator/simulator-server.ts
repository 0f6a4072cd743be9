import { type FieldGolfer, listFavourites } from './drawn-entries.ts'
import { type FeedServer, type FeedServerOptions, type FeedSource, startFeedServer } from './feed-server.ts'
import { toLeaderboardBody } from './leaderboard-body.ts'
import { listMilestones, type Milestone, minuteOf } from './milestones.ts'
import { toPlayerSummaryBody } from './player-summary-body.ts'
import { playTournament, type TournamentPlan, type TournamentPlay } from './tournament-play.ts'
import { stateAt } from './tournament-state.ts'
import { dateOfEvent } from './tournament-time.ts'

export type SimulatorOptions = FeedServerOptions & {
  readonly seed?: string | number
  readonly plan?: Partial<TournamentPlan>
  /** A milestone or a minute; `scheduled` unless given. */
  readonly startAt?: Milestone | number
  /** Minutes of the tournament in a real second. 0, the default, stands still: the minute is set by hand. */
  readonly pace?: number
  /** Milliseconds; a clock of one's own for tests. */
  readonly now?: () => number
}

export type Simulator = FeedServer & {
  readonly play: TournamentPlay
  readonly name: string
  /** As the feed writes it: midnight before the first day, without seconds. */
  readonly date: string
  /** All golfers, favourites first. */
  readonly listGolfers: () => readonly FieldGolfer[]
  readonly minute: () => number
  readonly setMinute: (minute: number) => void
  readonly advance: (minutes: number) => void
  readonly advanceTo: (milestone: Milestone) => void
  readonly setPace: (minutesPerSecond: number) => void
}

const olderBodyAgeMinutes = 90

/** A feed with one tournament that plays itself, at a pace or minute by minute as it is told. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const play = playTournament(options.seed ?? 1, options.plan)
  const startAt = options.startAt ?? 'scheduled'
  const start = typeof startAt === 'number' ? startAt : minuteOf(play, startAt)
  const clock = createMinuteClock(start, options.pace ?? 0, options.now ?? (() => performance.now()))
  const advanceTo = (milestone: string) => clock.set(minuteOf(play, milestone))
  const server = await startFeedServer(createSource(play, clock, advanceTo), options)
  return {
    ...server,
    play,
    name: play.plan.name,
    date: dateOfEvent(play),
    listGolfers: () => listFavourites(play.seed),
    minute: clock.minute,
    setMinute: clock.set,
    advance: (minutes) => clock.set(clock.minute() + minutes),
    advanceTo,
    setPace: clock.setPace,
  }
}

type Minutes = {
  readonly minute: () => number
  readonly set: (minute: number) => void
  readonly pace: () => number
  readonly setPace: (pace: number) => void
}

function createMinuteClock(start: number, startPace: number, now: () => number): Minutes {
  let from = { minute: start, time: now() }
  let pace = startPace
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

function createSource(
  play: TournamentPlay,
  clock: Minutes,
  advanceTo: (milestone: string) => void,
): FeedSource {
  const minuteOfBody = (when: 'now' | 'before') =>
    clock.minute() - (when === 'before' ? olderBodyAgeMinutes : 0)
  let cachedBody = { minute: Number.NaN, text: '' }
  function leaderboard(when: 'now' | 'before'): string {
    const minute = minuteOfBody(when)
    if (cachedBody.minute !== minute)
      cachedBody = { minute, text: JSON.stringify(toLeaderboardBody(play, minute)) }
    return cachedBody.text
  }
  function summary(espnId: string, when: 'now' | 'before'): string | undefined {
    const body = toPlayerSummaryBody(play, espnId, minuteOfBody(when))
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
  return { eventId: play.plan.eventId, leaderboard, summary, describe, control }
}

function isNumber(value: string): boolean {
  return value !== '' && Number.isFinite(Number(value))
}
