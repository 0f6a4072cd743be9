import { countRounds } from '#domain/field/field.ts'
import type { EventSnapshot } from '#domain/forecast/event-state.ts'
import { type ForecastField, type RankedPlayer, toSnapshot } from '#domain/forecast/field-snapshot.ts'
import { createResults, simulateGolfers } from '#domain/forecast/golfer-simulation.ts'
import { createOutlook, type Outlook } from '#domain/forecast/outlook.ts'
import { toSeed } from '#domain/forecast/random.ts'
import { disqualifiedCode, toRowCode } from '#domain/forecast/ranked-rows.ts'
import { noScenario } from '#domain/forecast/scenario.ts'
import type { Board, BoardRecord } from './board-history.ts'
import { createReplay } from './replay.ts'

/** The rows of a chart, and the history of the leaderboard. */
export type ProgressWish = { readonly rows: readonly number[]; readonly records: readonly BoardRecord[] }

/** The part of a board that progress is measured from. */
export type ProgressBoard = ForecastField & Pick<Board, 'version' | 'timeStamp'>

type Pool = { readonly tournamentId: number; readonly players: readonly RankedPlayer[]; readonly picks: Uint16Array }

const mostPoints = 120
/** Every point has the same random numbers: the chances move with the scores alone, so few simulations make a line. */
export const progressSimulations = 120
/** So many points before and after a point tell the noise of its simulations from what the scores did. */
const smoothedOver = 3

/** The progress of some rows up to a board, at equal distances of the history. `picks` are as in `Pool.picks`. */
export function measureProgress(pool: Pool, { rows, records }: ProgressWish, last: ProgressBoard): ProgressPoint[] {
  const { moments, boardAt } = createReplay(records)
  const earlier = moments.filter(({ version }) => version < last.version)
  const step = Math.ceil(earlier.length / (mostPoints - 1))
  const boards = earlier.filter((_, index) => index % step === 0).flatMap(({ version }) => boardAt(version) ?? [])
  return [...boards, last].map((board) => measureBoard(pool, rows, board))
}

/** Places and winning chances of some rows at one moment. */
export type ProgressPoint = ReturnType<typeof measureBoard>

function measureBoard(pool: Pool, rows: readonly number[], { version, timeStamp, ...field }: ProgressBoard) {
  return {
    version,
    time: Date.parse(timeStamp),
    status: field.event.roundStatus,
    round: field.currentRound,
    rounds: countRounds(field.event),
    /** Golfers have missed the cut. */
    isAfterCut: field.golfersScores.some(({ position }) => position === 'CUT'),
    isOver: field.event.completed,
    ...measureRows(pool, rows, toSnapshot(pool.players, field)),
  }
}

function measureRows({ tournamentId, picks }: Pool, rows: readonly number[], event: EventSnapshot) {
  const seed = toSeed({ tournamentId, version: 0 })
  const outlook = createOutlook(event, noScenario)
  const results = createResults(outlook)
  const play = (from: Outlook, simulation: number) => {
    simulateGolfers(from, seed, simulation, results)
    return rows.map((row) => toRowCode(picks, row, results.codes))
  }
  /** As a rule, one of the first rows is better than those asked for, so a simulation rarely looks at the whole pool. */
  const countBetter = (code: number, most = Number.POSITIVE_INFINITY) => {
    let count = 0
    for (let row = 0; row * 4 < picks.length && count < most; row += 1) {
      if (toRowCode(picks, row, results.codes) < code) count += 1
    }
    return count
  }
  // With nothing left to play, a simulation is the board.
  const ended = createOutlook({ ...event, completed: true, cut: null }, noScenario)
  const places = play(ended, 0).map((code) => (code < disqualifiedCode ? countBetter(code) + 1 : null))
  const wins = rows.map(() => 0)
  for (let simulation = 0; simulation < progressSimulations; simulation += 1) {
    const codes = play(outlook, simulation)
    const best = Math.min(...codes)
    if (best >= disqualifiedCode || countBetter(best, 1) > 0) continue
    for (const [index, code] of codes.entries()) {
      if (code === best) wins[index] = (wins[index] as number) + 1
    }
  }
  return {
    /** By row, from 1, shared by ties; null for a disqualified one. */
    places,
    /** By row: first place, shared or not, as a share from 0 to 1. */
    wins: wins.map((count) => count / progressSimulations),
  }
}

/**
 * The points with smooth chances: the mean of a point and those around it, but never further from what its own simulations
 * say than their error, 19 times out of 20. What the scores did in one step remains a step; what is certain stays as it is.
 */
export function smoothChances(points: readonly ProgressPoint[]): ProgressPoint[] {
  const isOpen = (point: ProgressPoint, row: number) => !point.isOver && point.places[row] !== null
  return points.map((point, index) => {
    const near = points.slice(Math.max(0, index - smoothedOver), index + smoothedOver + 1)
    const wins = point.wins.map((own, row) => {
      if (!isOpen(point, row)) return own
      const chances = near.filter((other) => isOpen(other, row)).map((other) => other.wins[row] ?? 0)
      const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
      const [least, most] = toErrorBand(own, progressSimulations)
      return Math.min(Math.max(mean, least), most)
    })
    return { ...point, wins }
  })
}

/** Where the exact share lies, 19 times out of 20 (Wilson's interval: unlike the plain one, also around 0 and 1). */
function toErrorBand(share: number, count: number): readonly [least: number, most: number] {
  const z = 1.96
  const scale = 1 + z ** 2 / count
  const middle = (share + z ** 2 / (2 * count)) / scale
  const error = (z / scale) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  return [Math.max(0, middle - error), Math.min(1, middle + error)]
}

/** Labels of the points at which a round began, with a cut before it: "R2", "R3\nCut", "Playoff". */
export function listProgressMarks(points: readonly ProgressPoint[]): { text: string; index: number }[] {
  return points.flatMap(({ round, rounds, isAfterCut }, index) => {
    const before = points.find((point) => point.round === round - 1)
    if (before === undefined || points[index - 1]?.round === round) return []
    const text = round > rounds ? 'Playoff' : `R${round}`
    return { text: isAfterCut && !before.isAfterCut ? `${text}\nCut` : text, index }
  })
}
