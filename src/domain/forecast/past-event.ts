import type { CutRule } from './cut-rule.ts'
import type { EventSnapshot, GolferState } from './event-state.ts'

/** A golfer of an event that is over. Scores are in strokes to par. */
export type PastGolfer = {
  /** As in `GolferState`. */
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
export function snapshotAfter({ golfers, players, rounds, par, cut }: PastEvent, round: number): EventSnapshot {
  return {
    golfers: golfers.map((golfer) => toStateAfter(golfer, round, cut)),
    players,
    rounds,
    par,
    cut: cut !== null && round < cut.afterRound ? cut : null,
    completed: round >= rounds,
  }
}

function toStateAfter({ rank, rounds, out }: PastGolfer, round: number, cut: CutRule | null): GolferState {
  const played = toPlayed(rounds).slice(0, round)
  const missedCut = out === 'CUT' && cut !== null && round >= cut.afterRound && played.length <= cut.afterRound
  return {
    rank,
    isOut: missedCut || played.length < Math.max(1, round),
    toPar: played.reduce((sum, score) => sum + score, 0),
    rounds: played,
    holes: 0,
    today: 0,
    parLeft: 0,
    teeTime: null,
  }
}

/** Does a golfer play on after the cut? A withdrawal after it does not count against them. */
export function madeCut({ rounds, out }: PastGolfer, cut: CutRule): boolean {
  return out !== 'CUT' && toPlayed(rounds).length >= cut.afterRound
}

/** The rounds before the first that was not played to the end. */
function toPlayed(rounds: PastGolfer['rounds']): number[] {
  const played: number[] = []
  for (const score of rounds) {
    if (score === null) break
    played.push(score)
  }
  return played
}
