import { drawRound, type PlayedHole, type PlayedRound, toParOf } from './played-round.ts'
import { rankBy } from './rank-by.ts'
import { createRandom } from './seeded-random.ts'
import { type SimulatedCourse, simulatedCourse } from './simulated-course.ts'
import { createField, type SimulatedGolfer } from './simulated-field.ts'
import { drawOpeningTeeSlots, pairByScore, type TeeSlot } from './simulated-pairings.ts'
import { playSuddenDeath } from './sudden-death.ts'

/** What may be chosen about a tournament; the seed decides the rest. */
export type TournamentPlan = {
  /** The feed's event id: digits. */
  readonly eventId: string
  readonly name: string
  /** The day of round 1, `YYYY-MM-DD`; its first tee time is 11:00 UTC. */
  readonly day: string
  /** How many golfers, with ties, play the weekend. */
  readonly cutTo: number
  /** Does it end in a sudden-death play-off? */
  readonly playOff: 'as-it-falls' | 'always' | 'never'
}

const defaultPlan: TournamentPlan = {
  eventId: '401999001',
  name: 'Larkmoor Dunes Invitational',
  day: '2026-06-18',
  cutTo: 65,
  playOff: 'as-it-falls',
}

export type Exit = {
  readonly reason: 'CUT' | 'WD' | 'DQ' | 'DNS'
  /** From this minute on the feed tells it. */
  readonly minute: number
  /** The last round of his that the feed speaks of. */
  readonly round: number
}

export type GolferPlay = {
  readonly golfer: SimulatedGolfer
  readonly rounds: readonly PlayedRound[]
  readonly exit: Exit | undefined
}

export type RoundSchedule = {
  readonly period: number
  /** The feed says that the round is on; nobody has teed off. */
  readonly waitingFrom: number
  readonly firstTee: number
  /** "Play Complete"; the rows still stand as they ended. */
  readonly completeFrom: number
  /** The rows tell of the next round, and of the cut. */
  readonly settledFrom: number
}

/**
 * A whole tournament, played to its end. Minutes count from the first tee time of round 1 and leave the nights out:
 * from one round to the next it is half an hour. Within a round they are true to life.
 */
export type TournamentPlay = {
  readonly seed: string | number
  readonly plan: TournamentPlan
  readonly course: SimulatedCourse
  /** By the golfers' index. */
  readonly golfers: readonly GolferPlay[]
  /** Rounds 1 to 4. */
  readonly schedule: readonly RoundSchedule[]
  /** By round, from 1: position of each golfer's index when it was over; who was out by then has none. */
  readonly positionsAfter: readonly ReadonlyMap<number, number>[]
  readonly cut: { readonly score: number; readonly count: number }
  readonly playOff:
    | { readonly from: number; readonly holes: ReadonlyMap<number, readonly PlayedHole[]> }
    | undefined
  readonly finalFrom: number
  readonly earningsFrom: number
}

/** The tournament while it is played. */
type TournamentInProgress = {
  readonly seed: string | number
  readonly course: SimulatedCourse
  readonly golfers: { readonly golfer: SimulatedGolfer; rounds: PlayedRound[]; exit: Exit | undefined }[]
  readonly schedule: RoundSchedule[]
  readonly positionsAfter: ReadonlyMap<number, number>[]
}

const waitingMinutes = 30
const eveningMinutes = 20
const morningMinutes = 10
const settlingMinutes = 4
const minutesToWithdraw = 6
const minutesUntilEarnings = 45

/** Plays the tournament of a seed. The same seed and plan play the same one, whenever and wherever. */
export function playTournament(seed: string | number, choices: Partial<TournamentPlan> = {}): TournamentPlay {
  const plan = { ...defaultPlan, ...choices }
  const field = createField(seed)
  const book: TournamentInProgress = {
    seed,
    course: simulatedCourse,
    golfers: field.map((golfer) => ({ golfer, rounds: [], exit: undefined })),
    schedule: [],
    positionsAfter: [new Map()],
  }
  const [absent, tired, disqualified, hurt, unlucky] = drawDropouts(seed, field)

  playRound(book, drawOpeningTeeSlots(seed, field, 1), [{ golfer: absent, holes: 0, reason: 'DNS' }])
  const evening = (book.schedule[0]?.settledFrom ?? 0) + eveningMinutes / 2
  const stillIn = drawOpeningTeeSlots(seed, field, 2).filter(
    ({ golfer }) => book.golfers[golfer.index]?.exit === undefined,
  )
  playRound(book, stillIn, [
    { golfer: tired, holes: 12, reason: 'WD' },
    { golfer: hurt, holes: 0, reason: 'WD' },
    { golfer: disqualified, holes: 0, reason: 'DQ', exit: { reason: 'DQ', round: 1, minute: evening } },
  ])
  const cut = cutField(book, plan.cutTo)
  playRound(book, pairByScore(rankedGolfers(book)), [{ golfer: unlucky, holes: 7, reason: 'WD' }])
  playLastRound(book, plan)
  const { golfers, schedule, positionsAfter, course } = book
  return { seed, plan, course, golfers, schedule, positionsAfter, cut, ...finish(book) }
}

type Dropout = {
  readonly golfer: SimulatedGolfer | undefined
  /** Holes of the round that he plays. */
  readonly holes: number
  readonly reason: 'WD' | 'DQ' | 'DNS'
  /** Where it is not told during the round: a scorecard that turns out to be wrong in the evening before. */
  readonly exit?: Exit
}

/** Five golfers who do not get to the end; the fifth is good enough to have made the cut, as a rule. */
function drawDropouts(seed: string | number, field: readonly SimulatedGolfer[]): readonly SimulatedGolfer[] {
  const ranked = field.toSorted((a, b) => b.skill - a.skill)
  const random = createRandom(seed, 'leavers')
  return [...random.shuffle(ranked.slice(40, 140)).slice(0, 4), random.pick(ranked.slice(10, 40))]
}

function playRound(
  book: TournamentInProgress,
  starts: readonly TeeSlot[],
  leavers: readonly Dropout[],
  variant = 0,
): void {
  const period = book.schedule.length + 1
  const before = book.schedule.at(-1)
  const waitingFrom = before === undefined ? -waitingMinutes : before.settledFrom + eveningMinutes
  const firstTee = before === undefined ? 0 : waitingFrom + morningMinutes
  let lastPutt = firstTee
  for (const start of starts) {
    const round = drawRound({ seed: book.seed, course: book.course, period, firstTee, variant }, start)
    const dropout = leavers.find(({ golfer }) => golfer === start.golfer)
    const holes = round.holes.slice(0, dropout?.holes)
    const row = book.golfers[start.golfer.index]
    if (row === undefined) continue
    row.rounds.push({ ...round, holes })
    if (dropout !== undefined) {
      row.exit = dropout.exit ?? exitOf(dropout, period, holes.at(-1)?.at ?? round.teeMinute)
    }
    lastPutt = Math.max(lastPutt, holes.at(-1)?.at ?? 0)
  }
  const completeFrom = lastPutt + 3
  book.schedule.push({
    period,
    waitingFrom,
    firstTee,
    completeFrom,
    settledFrom: completeFrom + settlingMinutes,
  })
  book.positionsAfter.push(rankBy(playing(book).map(indexOf), (index) => totalOf(book, index)))
}

/** Round 4 is drawn again until it ends as planned. */
function playLastRound(book: TournamentInProgress, plan: TournamentPlan): void {
  const starts = pairByScore(rankedGolfers(book))
  for (let variant = 0; ; variant++) {
    playRound(book, starts, [], variant)
    const tied = leadersOf(book).length > 1
    if (plan.playOff === 'as-it-falls' || tied === (plan.playOff === 'always')) return
    for (const { golfer } of starts) book.golfers[golfer.index]?.rounds.pop()
    book.schedule.pop()
    book.positionsAfter.pop()
  }
}

/** The winner is found, at once or in a play-off; the prize money is known later. */
function finish(book: TournamentInProgress): Pick<TournamentPlay, 'playOff' | 'finalFrom' | 'earningsFrom'> {
  const complete = book.schedule.at(-1)?.completeFrom ?? 0
  const tied = leadersOf(book)
  if (tied.length < 2) {
    const finalFrom = complete + 15
    return { playOff: undefined, finalFrom, earningsFrom: finalFrom + minutesUntilEarnings }
  }
  const from = complete + 10
  const holes = playSuddenDeath(book.seed, book.course, tied, from)
  const finalFrom = Math.max(...[...holes.values()].flatMap((played) => played.map(({ at }) => at))) + 5
  return { playOff: { from, holes }, finalFrom, earningsFrom: finalFrom + minutesUntilEarnings }
}

/** The first `cutTo` and ties stay; the others are out as soon as round 2 is settled. */
function cutField(book: TournamentInProgress, cutTo: number): TournamentPlay['cut'] {
  const totals = playing(book).map((row) => totalOf(book, indexOf(row)))
  const cut = cutLine(totals, cutTo)
  const minute = book.schedule.at(-1)?.settledFrom ?? 0
  for (const row of playing(book)) {
    if (totalOf(book, indexOf(row)) > cut.score) row.exit = { reason: 'CUT', round: 2, minute }
  }
  return cut
}

/** The score, to par, of the last golfer inside the first `cutTo` places, and how many are at or better. */
export function cutLine(totals: readonly number[], cutTo: number): { score: number; count: number } {
  const sorted = totals.toSorted((a, b) => a - b)
  const score = sorted[Math.min(cutTo, sorted.length) - 1] ?? 0
  return { score, count: sorted.filter((total) => total <= score).length }
}

function playing(book: TournamentInProgress): TournamentInProgress['golfers'] {
  return book.golfers.filter((row) => row.exit === undefined)
}

function indexOf(row: { readonly golfer: SimulatedGolfer }): number {
  return row.golfer.index
}

function exitOf(dropout: Dropout, period: number, lastSeen: number): Exit {
  return { reason: dropout.reason, round: period, minute: lastSeen + minutesToWithdraw }
}

function totalOf(book: TournamentInProgress, index: number): number {
  return toParOf(book.golfers[index]?.rounds.flatMap((round) => round.holes) ?? [])
}

function rankedGolfers(book: TournamentInProgress): SimulatedGolfer[] {
  return playing(book)
    .map((row) => row.golfer)
    .sort((a, b) => totalOf(book, a.index) - totalOf(book, b.index))
}

function leadersOf(book: TournamentInProgress): SimulatedGolfer[] {
  const ranked = rankedGolfers(book)
  const best = totalOf(book, ranked[0]?.index ?? -1)
  return ranked.filter((golfer) => totalOf(book, golfer.index) === best)
}
