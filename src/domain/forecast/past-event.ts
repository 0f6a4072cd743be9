import { listWholeRounds } from '#domain/field/earlier-field.ts'
import { countRounds, type Golfer } from '#domain/field/field.ts'
import { type CutRule, findCutRule } from './cut-rule.ts'
import type { EventSnapshot, GolferState } from './event-state.ts'
import { type ForecastField, listGolfers, type RankedPlayer } from './field-snapshot.ts'

/** A golfer of an event that is over. Scores are in strokes to par. */
export type PastGolfer = {
  /** The rank of `GolferState`. */
  readonly rank: number | null
  /** One for each round of the event; null for a round that they did not play to the end. */
  readonly rounds: readonly (number | null)[]
  /** "CUT" missed the cut; any other reason is a withdrawal; null if they played to the end. */
  readonly out: string | null
}

/** An event that is over, from which every state between two rounds can be made again. */
export type PastEvent = {
  /** The golfers of the tournament, in its order, then those of the field who are in no tier. */
  readonly golfers: readonly PastGolfer[]
  readonly players: number
  readonly rounds: number
  readonly par: number
  readonly cut: CutRule | null
}

/** The event as it was after so many rounds. Who withdrew between two rounds was still in after the first of them. */
export function snapshotAfter(event: PastEvent, round: number): EventSnapshot {
  const { golfers, players, rounds, par, cut } = event
  const isCut = cut !== null && round >= cut.afterRound
  const made = isCut ? golfersMakingCut(event, cut) : golfers.map(() => true)
  return {
    golfers: golfers.map((golfer, index) => toStateAfter(golfer, round, made[index] === true)),
    players,
    rounds,
    par,
    cut: isCut ? null : cut,
    completed: round >= rounds,
  }
}

function toStateAfter({ rank, rounds }: PastGolfer, round: number, madeCut: boolean): GolferState {
  const played = toPlayed(rounds).slice(0, round)
  return {
    rank,
    isOut: !madeCut || played.length < Math.max(1, round),
    toPar: toSum(played),
    rounds: played,
    holes: 0,
    today: 0,
    parLeft: 0,
    teeTime: null,
  }
}

/**
 * Whether each golfer made the cut: they played on, or withdrew with a better score than anybody who missed it. A golfer may
 * have played on and be out as "CUT" all the same: some events were cut twice.
 */
export function golfersMakingCut({ golfers }: PastEvent, { afterRound }: CutRule): boolean[] {
  const all = golfers.map(({ rounds, out }) => {
    const played = toPlayed(rounds)
    return { out, played: played.length, score: toSum(played.slice(0, afterRound)) }
  })
  const missed = all.filter(({ out, played }) => out === 'CUT' && played === afterRound)
  const playedOn = all.filter(({ played }) => played > afterRound)
  // If the source says of nobody that they missed the cut, the line is the worst score of those who played on.
  const tooMany = Math.min(...missed.map(({ score }) => score))
  const line = missed.length > 0 ? tooMany - 1 : Math.max(...playedOn.map(({ score }) => score))
  return all.map(({ out, played, score }) => {
    if (played !== afterRound) return played > afterRound
    return out !== 'CUT' && score <= line
  })
}

function toSum(rounds: readonly number[]): number {
  return rounds.reduce((sum, score) => sum + score, 0)
}

/** The rounds before the first that was not played to the end. */
function toPlayed(rounds: PastGolfer['rounds']): number[] {
  const missing = rounds.indexOf(null)
  return rounds.slice(0, missing < 0 ? rounds.length : missing) as number[]
}

/**
 * A tournament that is over, from its last leaderboard: every state between two rounds can be made again. Null if it was
 * not played to the end.
 */
export function toPastEvent(players: readonly RankedPlayer[], field: ForecastField): PastEvent | null {
  const { event } = field
  if (!event.completed) return null
  const golfers = listGolfers(players, field).map(({ golfer, rank }) => toPastGolfer(golfer, rank, event))
  const rounds = Math.max(0, ...golfers.map((golfer) => golfer.rounds.filter((round) => round !== null).length))
  if (rounds < 2) return null
  const whole = golfers.map((golfer) => ({ ...golfer, rounds: golfer.rounds.slice(0, rounds) }))
  return { golfers: whole, players: players.length, rounds, par: event.par, cut: findPastCut(field, whole, rounds) }
}

function toPastGolfer(golfer: Golfer | undefined, rank: number | null, event: ForecastField['event']): PastGolfer {
  const strokes = golfer === undefined ? [] : listWholeRounds(golfer)
  const difference = golfer?.correction?.toParDifference ?? 0
  const rounds = Array.from({ length: countRounds(event) }, (_, index) => {
    const round = strokes[index]
    if (round === undefined) return null
    // A corrected score to par is in every state of the event.
    return round - event.par + (index === 0 ? difference : 0)
  })
  return { rank, rounds, out: toReasonOut(golfer) }
}

function toReasonOut(golfer: Golfer | undefined): PastGolfer['out'] {
  if (golfer === undefined) return 'WD'
  return golfer.isDNF ? golfer.position : null
}

/** Finds the round of the cut from the golfers who missed it. The place of the line is not used. */
function findPastCut({ event, golfersScores }: ForecastField, golfers: readonly PastGolfer[], rounds: number) {
  const missed = golfers.filter(({ out }) => out === 'CUT')
  const afterRound = Math.max(0, ...missed.map((golfer) => golfer.rounds.filter((round) => round !== null).length))
  if (afterRound === 0 || afterRound >= rounds) return null
  const rule = findCutRule(event.name, event.season, golfersScores.length) ?? findCutRule('', event.season, 0)
  return rule === null ? null : { ...rule, afterRound }
}
