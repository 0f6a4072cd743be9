import { countRounds, type Field, type Golfer, parseToPar } from '#domain/field/field.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { type CutRule, findCutRule } from './cut-rule.ts'
import type { EventSnapshot, GolferState } from './event-state.ts'

/** The part of a leaderboard that the forecast reads. */
export type ForecastField = Pick<Field, 'event' | 'currentRound' | 'cutline' | 'golfersScores'>

/** The part of a tournament's golfer that the forecast reads. */
export type RankedPlayer = Pick<Player, 'id' | 'espnId' | 'tier' | 'order'>

/** Fewer strokes than any round ever played over 18 holes: the round is still under way. */
const fewestStrokes = 55

/** The event as the leaderboard shows it at this moment. */
export function toSnapshot(players: readonly RankedPlayer[], field: ForecastField): EventSnapshot {
  const { par, completed } = field.event
  const golfers = listGolfers(players, field).map(({ golfer, rank }) => toState(golfer, rank, par))
  return {
    golfers,
    players: players.length,
    rounds: countRounds(field.event),
    par,
    cut: findCut(field, golfers),
    completed,
  }
}

type RankedGolfer = { readonly golfer: Golfer | undefined; readonly rank: number | null }

/** The golfers of the tournament in its order, with their ranks, then those of the field who are in no tier. */
export function listGolfers(players: readonly RankedPlayer[], { golfersScores }: ForecastField): RankedGolfer[] {
  const listed = new Map(golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const ranks = toRanks(players)
  const known = new Set(players.map(({ espnId }) => espnId))
  return [
    ...players.map(({ espnId }, index) => ({ golfer: listed.get(espnId), rank: ranks[index] ?? null })),
    ...golfersScores.filter(({ espnId }) => !known.has(espnId)).map((golfer) => ({ golfer, rank: null })),
  ]
}

/** The place of each golfer in the organiser's lists: tier, then order. */
function toRanks(players: readonly RankedPlayer[]): number[] {
  const ranks = new Array<number>(players.length).fill(0)
  players
    .map((player, index) => ({ ...player, index }))
    .sort((a, b) => a.tier - b.tier || a.order - b.order || a.id - b.id)
    .forEach(({ index }, rank) => {
      ranks[index] = rank
    })
  return ranks
}

/**
 * The cut that is still to be made. It has been made if a golfer has missed it, or if play has continued without one.
 * It projects a line only in the round of the cut, which decides over the rule (docs/rules.md, 3.6).
 */
function findCut(
  { event, currentRound, cutline, golfersScores }: ForecastField,
  golfers: readonly GolferState[],
): CutRule | null {
  if (event.completed || golfersScores.some(({ position }) => position === 'CUT')) return null
  const rule = findCutRule(event.name, event.season, golfersScores.length)
  if (cutline !== null) return { ...(rule ?? { top: 65, within: null }), afterRound: currentRound }
  if (rule === null || rule.afterRound >= countRounds(event)) return null
  const isPast = golfers.some(({ isOut, rounds, holes }) => !isOut && rounds.length * 18 + holes > rule.afterRound * 18)
  return isPast ? null : rule
}

function toState(golfer: Golfer | undefined, rank: number | null, par: number): GolferState {
  if (golfer === undefined)
    return { rank, isOut: true, toPar: 0, rounds: [], holes: 0, today: 0, parLeft: 0, teeTime: null }
  const begun = toStrokes(golfer)
  const underWay = findHoles(golfer, begun)
  const rounds = (underWay > 0 ? begun.slice(0, -1) : begun).map((strokes) => strokes - par)
  const earlier = rounds.reduce((sum, round) => sum + round, golfer.correction?.toParDifference ?? 0)
  const today = underWay === 0 ? 0 : findToday(golfer, earlier)
  const teeTime = golfer.teeTime === null ? Number.NaN : Date.parse(golfer.teeTime)
  return {
    rank,
    isOut: golfer.isDNF,
    toPar: golfer.relativeScore,
    rounds,
    holes: underWay,
    today,
    parLeft: underWay === 0 ? 0 : par - ((begun.at(-1) as number) - today),
    teeTime: Number.isNaN(teeTime) ? null : teeTime,
  }
}

/** The score to par of the round under way. If the source does not say it, it is the total without the `earlier` rounds. */
function findToday({ currentRoundScore, relativeScore }: Golfer, earlier: number): number {
  const shown = parseToPar(currentRoundScore)
  return Number.isNaN(shown) ? relativeScore - earlier : shown
}

/** The strokes of the rounds begun, in order; a later round never counts without those before. */
function toStrokes({ round1Score, round2Score, round3Score, round4Score }: Golfer): number[] {
  const strokes = [round1Score, round2Score, round3Score, round4Score].map((text) => Number.parseInt(text, 10))
  const missing = strokes.findIndex((value) => !(value > 0))
  return missing < 0 ? strokes : strokes.slice(0, missing)
}

/** Holes played of the round under way; 0 between rounds. Without "thru" the strokes tell roughly. */
function findHoles({ thru }: Golfer, begun: readonly number[]): number {
  const last = begun.at(-1)
  if (last === undefined) return 0
  const holes = Number.parseInt(thru, 10)
  if (holes >= 1 && holes <= 17) return holes
  return thru !== 'F' && last < fewestStrokes ? Math.min(17, Math.max(1, Math.round(last / 4))) : 0
}
