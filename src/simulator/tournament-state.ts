import { type PlayedHole, type PlayedRound, toParOf } from './played-round.ts'
import type { SimulatedGolfer } from './simulated-field.ts'
import { cutLine, type GolferPlay, rankBy, type TournamentPlay } from './tournament-play.ts'

/**
 * The phases that the feed shows: nothing has begun; a round is in progress (`waiting` until the first tee time); it is
 * over and the rows still show it (`complete`) or already show the next one (`settled`); a play-off; the end. Play may be
 * suspended, and the event may be cancelled instead of finished.
 */
export type Phase =
  | 'scheduled'
  | 'waiting'
  | 'playing'
  | 'suspended'
  | 'cancelled'
  | 'complete'
  | 'settled'
  | 'play-off'
  | 'final'

/** `waiting` for the first hole of the round; `out` with an `exit`. */
type PlayState = 'waiting' | 'playing' | 'finished' | 'out'

/** A golfer as the feed knows them at a minute. */
export type GolferState = Readonly<ReturnType<typeof toGolferState>>

export type TournamentState = Readonly<ReturnType<typeof stateAt>>

type Row = ReturnType<typeof rowAt>

/** The tournament at a minute; depends on nothing else. */
export function stateAt(play: TournamentPlay, minute: number) {
  const { phase, period } = phaseAt(play, minute)
  const listed = play.golfers.filter(
    ({ listed: { from = minute, until = minute + 1 } = {} }) => from <= minute && minute < until,
  )
  const rows = listed.map((golfer) => rowAt(golfer, minute))
  const ranks = rankRows(play, rows, phase, minute)
  const sorted = sortRows(play, rows, ranks)
  const golfers = sorted.map((row, index) => toGolferState(play, row, index + 1, { phase, period, minute, ranks }))
  return {
    minute,
    phase,
    /** The current or last round; 0 before the first. */
    period: playOffAt(play, minute) ? play.rounds + 1 : period,
    /** A count of 0 means that the line is not yet known. */
    cut: cutAt(play, rows, period, minute),
    /** In tee-time order; golfers who are out come last. */
    golfers: golfers.sort(byTeeTime),
  }
}

function phaseAt(play: TournamentPlay, minute: number): { phase: Phase; period: number } {
  const round = play.schedule.findLast(({ waitingFrom }) => waitingFrom <= minute)
  if (round === undefined) return { phase: 'scheduled', period: 0 }
  const { period } = round
  if (minute >= play.finalFrom) return { phase: play.isCancelled ? 'cancelled' : 'final', period }
  if (playOffAt(play, minute)) return { phase: 'play-off', period }
  if (minute >= round.settledFrom && period < play.schedule.length) return { phase: 'settled', period }
  if (minute >= round.completeFrom) return { phase: 'complete', period }
  const { suspension } = round
  if (suspension && minute >= suspension.from && minute < suspension.to) return { phase: 'suspended', period }
  return { phase: minute >= round.firstTee ? 'playing' : 'waiting', period }
}

function playOffAt(play: TournamentPlay, minute: number): boolean {
  return play.playOff !== undefined && minute >= play.playOff.from
}

function rowAt(play: GolferPlay, minute: number) {
  const rounds = play.rounds.map((round) => ({ ...round, holes: holesUntil(round.holes, minute) }))
  const holes = rounds.flatMap((round) => round.holes)
  const exit = play.exit !== undefined && play.exit.minute <= minute ? play.exit : undefined
  return { play, exit, rounds, toPar: toParOf(holes), hasPlayed: holes.length > 0 }
}

function holesUntil(holes: readonly PlayedHole[], minute: number): readonly PlayedHole[] {
  const unplayed = holes.findIndex(({ at }) => at > minute)
  return unplayed === -1 ? holes : holes.slice(0, unplayed)
}

/** Ranks of golfers who are in and have played a hole; a play-off decides among the leaders. */
function rankRows(play: TournamentPlay, rows: readonly Row[], phase: Phase, minute: number) {
  const ranked = rows.filter((row) => row.exit === undefined && row.hasPlayed && phase !== 'scheduled')
  const ranks = rankBy(ranked, (row) => row.toPar - playOffBonus(play, row.play, minute))
  return new Map(ranked.map((row) => [row.play, ranks.get(row) ?? 0]))
}

/** Less than one stroke: enough to separate the leaders without affecting anyone else. */
function playOffBonus(play: TournamentPlay, golfer: GolferPlay, minute: number): number {
  const all = [...(play.playOff?.holes.values() ?? [])]
  const own = play.playOff?.holes.get(golfer.golfer.index)
  if (own === undefined) return 0
  const survived = holesUntil(own, minute).filter((hole, index) =>
    all.every((holes) => (holes[index]?.strokes ?? hole.strokes) >= hole.strokes),
  )
  return survived.length / 1000
}

function cutAt(play: TournamentPlay, rows: readonly Row[], period: number, minute: number): TournamentPlay['cut'] {
  if (period < 2) return { score: 0, count: 0 }
  if (minute >= (play.schedule[1]?.completeFrom ?? 0)) return play.cut
  const totals = rows.filter((row) => row.exit === undefined).map((row) => row.toPar)
  return cutLine(totals)
}

function sortRows(play: TournamentPlay, rows: readonly Row[], ranks: ReadonlyMap<GolferPlay, number>): Row[] {
  const outLast = { CUT: 0, WD: 1, DQ: 1, DNS: 1 }
  const keyOf = (row: Row): readonly number[] => {
    if (row.exit === undefined) return [0, ranks.get(row.play) ?? 1000, row.rounds[0]?.teeMinute ?? 0]
    return [1, outLast[row.exit.reason], play.positionsAfter[2]?.get(row.play.golfer.index) ?? 1000]
  }
  const keyed = rows.map((row) => ({ row, key: [...keyOf(row), row.play.golfer.index] }))
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ row }) => row)
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

type StateContext = { phase: Phase; period: number; minute: number; ranks: ReadonlyMap<GolferPlay, number> }

function toGolferState(play: TournamentPlay, row: Row, sortOrder: number, moment: StateContext) {
  const { golfer } = row.play
  const rank = moment.ranks.get(row.play)
  const next = moment.phase === 'settled' ? moment.period + 1 : Math.max(1, moment.period)
  const period = row.exit?.round ?? next
  const last = moment.phase === 'scheduled' ? 2 : period
  const rounds = row.rounds.slice(0, last)
  const before = play.positionsAfter[moment.period - 1]?.get(golfer.index)
  const now = moment.phase === 'settled' ? play.positionsAfter[moment.period]?.get(golfer.index) : rank
  return {
    golfer,
    playState: playStateOf(row, rounds, period, moment.phase),
    exit: row.exit,
    /** The current round, or the next one to play. */
    period,
    /** The rounds that the feed lists, with the next one if its tee time is known. */
    rounds,
    /** The score to par over all known holes except those of a play-off. */
    toPar: row.toPar,
    /** Undefined before the first hole and for golfers who are out. */
    position: rank === undefined ? undefined : { rank, shared: isShared(moment.ranks, rank) },
    /** Positions lost since the last round; negative for a climb. */
    movement: rank === undefined || before === undefined ? 0 : (now ?? 0) - before,
    /** The order of rows, from 1, by position; golfers who are out come last. */
    sortOrder,
    /** Undefined for golfers who are not in a play-off. */
    playOffHoles: playOffHolesOf(play, golfer, moment.minute),
  }
}

function playOffHolesOf(play: TournamentPlay, golfer: SimulatedGolfer, minute: number) {
  const holes = playOffAt(play, minute) ? play.playOff?.holes.get(golfer.index) : undefined
  return holes === undefined ? undefined : holesUntil(holes, minute)
}

function playStateOf(row: Row, rounds: readonly PlayedRound[], period: number, phase: Phase): PlayState {
  if (row.exit !== undefined) return 'out'
  const holes = rounds.find((round) => round.period === period)?.holes.length ?? 0
  if (holes === 0 || phase === 'scheduled') return 'waiting'
  return holes === 18 ? 'finished' : 'playing'
}

function isShared(ranks: ReadonlyMap<GolferPlay, number>, rank: number): boolean {
  return [...ranks.values()].filter((other) => other === rank).length > 1
}

/** The feed lists golfers by tee time rather than score; before the first round in no particular order. */
function byTeeTime(a: GolferState, b: GolferState): number {
  const keyOf = (state: GolferState) => [
    state.playState === 'out' ? 1 : 0,
    state.period === 1 ? 0 : (state.rounds.at(-1)?.teeMinute ?? 0),
    Number(state.golfer.espnId),
  ]
  return compareKeys(keyOf(a), keyOf(b))
}
