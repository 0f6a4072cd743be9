import { drawRound, type PlayedRound, playSuddenDeath, toParOf } from './played-round.ts'
import { createRandom } from './seeded-random.ts'
import { createField, type SimulatedGolfer } from './simulated-field.ts'
import { drawOpeningTeeSlots, pairByScore, type TeeSlot } from './simulated-pairings.ts'

type Story = {
  /** The number of rounds that are played. */
  readonly rounds: 2 | 3 | 4
  /** The event had more, before it was shortened or cancelled. */
  readonly plannedRounds?: number
  /** Play stops in this round, so long after its first tee time, for two hours or until the next morning. */
  readonly suspended?: { readonly round: number; readonly isOvernight: boolean; readonly afterMinutes: number }
  /** The event ends after its last round, without a winner. */
  readonly isCancelled?: boolean
  /** On the first morning, an alternate replaces a golfer. */
  readonly hasAlternate?: boolean
  /** After the end, a golfer near the top is disqualified for an earlier round. */
  readonly hasLateDisqualification?: boolean
}

/** The courses of events that a tournament can take. */
const stories = {
  usual: { rounds: 4 },
  '54-holes': { rounds: 3 },
  shortened: { rounds: 3, plannedRounds: 4 },
  suspension: { rounds: 4, suspended: { round: 2, isOvernight: false, afterMinutes: 150 } },
  'overnight-suspension': { rounds: 4, suspended: { round: 2, isOvernight: true, afterMinutes: 450 } },
  'monday-finish': { rounds: 4, suspended: { round: 4, isOvernight: true, afterMinutes: 150 } },
  cancellation: { rounds: 2, plannedRounds: 4, isCancelled: true },
  alternate: { rounds: 4, hasAlternate: true },
  'late-disqualification': { rounds: 4, hasLateDisqualification: true },
} satisfies Record<string, Story>

/** The configurable parts of a tournament; the seed decides the rest. */
export type TournamentPlan = {
  /** The feed's event id: digits. */
  readonly eventId: string
  readonly name: string
  /** The day of round 1, `YYYY-MM-DD`; its first tee time is 11:00 UTC. */
  readonly day: string
  /** Whether there is always a play-off. By default, the scores decide. */
  readonly playOff?: 'always'
  readonly story: keyof typeof stories
}

const defaultPlan: TournamentPlan = {
  eventId: '401999001',
  name: 'Larkmoor Dunes Invitational',
  day: '2026-06-18',
  story: 'usual',
}

export type Exit = {
  readonly reason: 'CUT' | 'WD' | 'DQ' | 'DNS'
  /** The feed reports it from this minute on. */
  readonly minute: number
  /** The golfer's last round in the feed. */
  readonly round: number
}

export type GolferPlay = {
  readonly golfer: SimulatedGolfer
  readonly rounds: readonly PlayedRound[]
  readonly exit: Exit | undefined
  /** The feed lists the golfer only from or until this minute. */
  readonly listed?: { readonly from?: number; readonly until?: number }
}

export type RoundSchedule = {
  readonly period: number
  /** The feed says that the round is in progress, but nobody has teed off. */
  readonly waitingFrom: number
  readonly firstTee: number
  /** "Play Complete"; the rows still show this round. */
  readonly completeFrom: number
  /** The rows show the next round, and the cut. */
  readonly settledFrom: number
  readonly suspension?: Suspension
}

type Suspension = { readonly from: number; readonly to: number; readonly isOvernight: boolean }

/**
 * A whole tournament, played to its end. Minutes count from the first tee time of round 1 without the nights: half an
 * hour passes between rounds. Within a round they are realistic.
 */
export type TournamentPlay = Readonly<ReturnType<typeof playTournament>>

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The tournament while it is being played. */
type TournamentInProgress = {
  readonly seed: string | number
  readonly story: Story
  /** The golfers by index. */
  readonly golfers: (Writable<Omit<GolferPlay, 'rounds'>> & { rounds: PlayedRound[] })[]
  /** All rounds, usually four. */
  readonly schedule: RoundSchedule[]
  /** The positions at the end of each round, from 1, by golfer index, without golfers who were out by then. */
  readonly positionsAfter: ReadonlyMap<number, number>[]
}

const waitingMinutes = 30
const eveningMinutes = 20
const morningMinutes = 10
const settlingMinutes = 4
const minutesToWithdraw = 6
/** The cut is at this place; golfers who share it play on. */
const cutTo = 65
const suspendedMinutes = 120
/** When the alternate is listed: minutes from the first tee time. */
export const alternateFrom = -60
/** Minutes from the end to the late disqualification. */
export const lateDisqualificationMinutes = 120

/** Plays the tournament of a seed. The same seed and plan always give the same tournament. */
export function playTournament(seed: string | number, choices: Partial<TournamentPlan> = {}) {
  const plan = { ...defaultPlan, ...choices }
  const field = createField(seed)
  const progress: TournamentInProgress = {
    seed,
    story: stories[plan.story],
    golfers: field.map((golfer) => ({ golfer, rounds: [], exit: undefined })),
    schedule: [],
    positionsAfter: [new Map()],
  }
  const { story } = progress
  const [absent, tired, disqualified, hurt, unlucky] = drawDropouts(seed, field)
  if (story.hasAlternate && absent) replaceGolfer(progress, absent)

  playRound(progress, drawOpeningTeeSlots(seed, field, 1), [{ golfer: absent, holes: 0, reason: 'DNS' }])
  const evening = (progress.schedule[0]?.settledFrom ?? 0) + eveningMinutes / 2
  const stillIn = drawOpeningTeeSlots(seed, field, 2).filter(
    ({ golfer }) => progress.golfers[golfer.index]?.exit === undefined,
  )
  playRound(progress, stillIn, [
    { golfer: tired, holes: 12, reason: 'WD' },
    { golfer: hurt, holes: 0, reason: 'WD' },
    { golfer: disqualified, holes: 0, reason: 'DQ', exit: { reason: 'DQ', round: 1, minute: evening } },
  ])
  const cut = cutField(progress)
  if (story.rounds > 3)
    playRound(progress, pairByScore(rankedGolfers(progress)), [{ golfer: unlucky, holes: 7, reason: 'WD' }])
  if (story.rounds > 2) playLastRound(progress, plan)
  const end = finish(progress)
  const second = rankedGolfers(progress)[1]
  const row = story.hasLateDisqualification && second && progress.golfers[second.index]
  if (row) row.exit = { reason: 'DQ', round: story.rounds, minute: end.finalFrom + lateDisqualificationMinutes }
  const { golfers, schedule, positionsAfter } = progress
  const isCancelled = story.isCancelled === true
  const rounds = story.plannedRounds ?? story.rounds
  return { seed, plan, rounds, golfers, schedule, positionsAfter, cut, ...end, isCancelled }
}

/** Another golfer of the field becomes the alternate. */
function replaceGolfer({ golfers }: TournamentInProgress, { index }: SimulatedGolfer): void {
  const [leaver, alternate] = [golfers[index], golfers[(index + 1) % golfers.length]]
  if (leaver) leaver.listed = { until: alternateFrom }
  if (alternate) alternate.listed = { from: alternateFrom }
}

type Dropout = {
  readonly golfer: SimulatedGolfer | undefined
  /** The number of holes that the golfer plays before. */
  readonly holes: number
  readonly reason: 'WD' | 'DQ' | 'DNS'
  /** Only if the feed reports the exit at another time: a disqualification for a wrong scorecard, the evening before. */
  readonly exit?: Exit
}

/** Five golfers who drop out; the fifth is usually good enough to make the cut. */
function drawDropouts(seed: string | number, field: readonly SimulatedGolfer[]): readonly SimulatedGolfer[] {
  const ranked = field.toSorted((a, b) => b.skill - a.skill)
  const random = createRandom(seed, 'leavers')
  return [...random.shuffle(ranked.slice(40, 140)).slice(0, 4), random.pick(ranked.slice(10, 40))]
}

function playRound(
  progress: TournamentInProgress,
  starts: readonly TeeSlot[],
  dropouts: readonly Dropout[],
  variant = 0,
): void {
  const opening = openRound(progress)
  let lastPutt = opening.firstTee
  for (const start of starts) {
    const { golfer } = start
    const drawn = drawRound({ seed: progress.seed, period: opening.period, firstTee: opening.firstTee, variant }, start)
    const dropout = dropouts.find((other) => other.golfer === golfer)
    const round = delayRound({ ...drawn, holes: drawn.holes.slice(0, dropout?.holes) }, opening.suspension)
    const row = progress.golfers[golfer.index]
    if (row === undefined) continue
    row.rounds.push(round)
    const lastHoleAt = round.holes.at(-1)?.at
    if (dropout !== undefined) {
      const minute = (lastHoleAt ?? round.teeMinute) + minutesToWithdraw
      row.exit = dropout.exit ?? { reason: dropout.reason, round: opening.period, minute }
    }
    lastPutt = Math.max(lastPutt, lastHoleAt ?? 0)
  }
  const completeFrom = lastPutt + 3
  progress.schedule.push({ ...opening, completeFrom, settledFrom: completeFrom + settlingMinutes })
  progress.positionsAfter.push(rankBy(playing(progress).map(indexOf), (index) => totalOf(progress, index)))
}

/** The schedule of the next round as far as it is known before play. */
function openRound({ schedule, story }: TournamentInProgress): Omit<RoundSchedule, 'completeFrom' | 'settledFrom'> {
  const before = schedule.at(-1)
  const period = schedule.length + 1
  const waitingFrom = before === undefined ? -waitingMinutes : before.settledFrom + eveningMinutes
  const firstTee = before === undefined ? 0 : waitingFrom + morningMinutes
  const { suspended } = story
  if (suspended?.round !== period) return { period, waitingFrom, firstTee }
  return { period, waitingFrom, firstTee, suspension: suspend(suspended, firstTee) }
}

/** The round with everything after the start of a suspension moved behind its end. */
function delayRound(round: PlayedRound, suspension: Suspension | undefined): PlayedRound {
  if (!suspension) return round
  const { from, to } = suspension
  const resume = (minute: number) => (minute >= from ? minute + to - from : minute)
  const holes = round.holes.map((hole) => ({ ...hole, at: resume(hole.at) }))
  return { ...round, teeMinute: resume(round.teeMinute), holes }
}

function suspend({ afterMinutes, isOvernight }: NonNullable<Story['suspended']>, firstTee: number): Suspension {
  const from = firstTee + afterMinutes
  return { from, to: from + suspendedMinutes, isOvernight }
}

/** Redraws the last round until it ends in the planned play-off. */
function playLastRound(progress: TournamentInProgress, plan: TournamentPlan): void {
  const starts = pairByScore(rankedGolfers(progress))
  for (let variant = 0; ; variant++) {
    playRound(progress, starts, [], variant)
    if (plan.playOff === undefined || leadersOf(progress).length > 1) return
    for (const { golfer } of starts) progress.golfers[golfer.index]?.rounds.pop()
    progress.schedule.pop()
    progress.positionsAfter.pop()
  }
}

/** Determines the winner, in a play-off if necessary. Prize money is published later. */
function finish(progress: TournamentInProgress) {
  const complete = progress.schedule.at(-1)?.completeFrom ?? 0
  const tied = progress.story.isCancelled ? [] : leadersOf(progress)
  if (tied.length < 2) return { playOff: undefined, finalFrom: complete + 15 }
  const from = complete + 10
  const holes = playSuddenDeath(progress.seed, tied, from)
  const finalFrom = Math.max(...[...holes.values()].flatMap((played) => played.map(({ at }) => at))) + 5
  return { playOff: { from, holes }, finalFrom }
}

/** Makes the cut: golfers who miss it are out as soon as round 2 is settled. */
function cutField(progress: TournamentInProgress): ReturnType<typeof cutLine> {
  const totals = playing(progress).map((row) => totalOf(progress, indexOf(row)))
  const cut = cutLine(totals)
  const minute = progress.schedule.at(-1)?.settledFrom ?? 0
  for (const row of playing(progress)) {
    if (totalOf(progress, indexOf(row)) > cut.score) row.exit = { reason: 'CUT', round: 2, minute }
  }
  return cut
}

/** The place of each item, lower keys first. Equal keys share a place, and the places after it are skipped. */
export function rankBy<T>(items: readonly T[], key: (item: T) => number): Map<T, number> {
  const keyed = items.map((item) => ({ item, key: key(item) })).sort((a, b) => a.key - b.key)
  const positions = new Map<T, number>()
  let position = 0
  keyed.forEach((entry, index) => {
    if (index === 0 || entry.key !== keyed[index - 1]?.key) position = index + 1
    positions.set(entry.item, position)
  })
  return positions
}

/** The score to par of the last golfer within the first 65 places, and how many are at that score or better. */
export function cutLine(totals: readonly number[]): { score: number; count: number } {
  const sorted = totals.toSorted((a, b) => a - b)
  const score = sorted[Math.min(cutTo, sorted.length) - 1] ?? 0
  return { score, count: sorted.filter((total) => total <= score).length }
}

function playing(progress: TournamentInProgress): TournamentInProgress['golfers'] {
  return progress.golfers.filter((row) => row.exit === undefined)
}

function indexOf(row: { readonly golfer: SimulatedGolfer }): number {
  return row.golfer.index
}

function totalOf(progress: TournamentInProgress, index: number): number {
  return toParOf(progress.golfers[index]?.rounds.flatMap((round) => round.holes) ?? [])
}

function rankedGolfers(progress: TournamentInProgress): SimulatedGolfer[] {
  return playing(progress)
    .map((row) => row.golfer)
    .sort((a, b) => totalOf(progress, a.index) - totalOf(progress, b.index))
}

function leadersOf(progress: TournamentInProgress): SimulatedGolfer[] {
  const ranked = rankedGolfers(progress)
  const best = totalOf(progress, ranked[0]?.index ?? -1)
  return ranked.filter((golfer) => totalOf(progress, golfer.index) === best)
}
