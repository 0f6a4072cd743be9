import { listWholeRounds } from '../field/earlier-field.ts'
import type { Golfer } from '../field/field.ts'
import { findCutRule } from './cut-rule.ts'
import { type ForecastField, listGolfers, type RankedPlayer } from './field-snapshot.ts'
import type { PastEvent, PastGolfer } from './past-event.ts'

const roundsPerEvent = 4

/**
 * A tournament that is over, from its last leaderboard: every state between two rounds can be made again. Null if it was
 * not played to the end.
 */
export function toPastEvent(players: readonly RankedPlayer[], field: ForecastField): PastEvent | null {
  const { event } = field
  if (!event.completed) return null
  const golfers = listGolfers(players, field).map(({ golfer, rank }) => toPastGolfer(golfer, rank, event.par))
  const rounds = Math.max(0, ...golfers.map((golfer) => golfer.rounds.filter((round) => round !== null).length))
  if (rounds < 2) return null
  const whole = golfers.map((golfer) => ({ ...golfer, rounds: golfer.rounds.slice(0, rounds) }))
  return { golfers: whole, players: players.length, rounds, par: event.par, cut: findPastCut(field, whole, rounds) }
}

function toPastGolfer(golfer: Golfer | undefined, rank: number | null, par: number): PastGolfer {
  const strokes = golfer === undefined ? [] : listWholeRounds(golfer)
  const rounds = Array.from({ length: roundsPerEvent }, (_, index) => {
    const round = strokes[index]
    return round === undefined ? null : round - par
  })
  return { rank, rounds, out: toReasonOut(golfer) }
}

function toReasonOut(golfer: Golfer | undefined): PastGolfer['out'] {
  if (golfer === undefined) return 'WD'
  return golfer.isDNF ? golfer.position : null
}

/** When the field was cut is seen from those who missed it; where the line fell is not used. */
function findPastCut({ event, golfersScores }: ForecastField, golfers: readonly PastGolfer[], rounds: number) {
  const missed = golfers.filter(({ out }) => out === 'CUT')
  const afterRound = Math.max(0, ...missed.map((golfer) => golfer.rounds.filter((round) => round !== null).length))
  if (afterRound === 0 || afterRound >= rounds) return null
  const rule = findCutRule(event.name, event.season, golfersScores.length) ?? findCutRule('', event.season, 0)
  return rule === null ? null : { ...rule, afterRound }
}
