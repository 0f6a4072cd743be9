import { type ForecastConstants, forecastConstants } from '#domain/forecast/constants.ts'
import { toNormalScore } from '#domain/forecast/normal-table.ts'
import type { PastEvent } from '#domain/forecast/past-event.ts'

/** The values that are tried. Everything else in the constants cannot be learnt from files of past tournaments. */
const grid = {
  rank: range(0, 2, 0.1),
  week: range(0, 2, 0.1),
  round: range(2.2, 3.8, 0.05),
}

/** Enough for the days' means to settle to a hundredth of a stroke. */
const passes = 6
/** Each constant in turn, until none changes; four rounds are usual. */
const maxTurns = 20

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
}

/** A golfer's normal score of the rank, and their rounds to par. */
type Golfer = { readonly score: number; readonly rounds: readonly number[] }

/**
 * The constants under which the rounds of these events are most likely. Every round is the day's mean, plus `rank` times
 * the rank's normal score, plus the golfer's week, plus the round's own luck. Rounds that were not played because of the
 * cut are missing, not excluded: who missed it is told by the rounds before. Takes no simulation.
 */
export function chooseConstants(events: readonly PastEvent[]): ForecastConstants {
  const fields = events.map((event) => toGolfers(event))
  const likelihoodOf = (tried: Tried) => fields.reduce((sum, golfers) => sum + toLogLikelihood(golfers, tried), 0)
  let best: Tried = forecastConstants
  let likelihood = likelihoodOf(best)
  for (let turn = 0, before = ''; turn < maxTurns && before !== JSON.stringify(best); turn += 1) {
    before = JSON.stringify(best)
    for (const name of ['rank', 'week', 'round'] as const) {
      for (const value of grid[name]) {
        const tried: Tried = { ...best, [name]: value }
        const triedLikelihood = likelihoodOf(tried)
        if (triedLikelihood > likelihood) [best, likelihood] = [tried, triedLikelihood]
      }
    }
  }
  return { ...forecastConstants, rank: best.rank, week: best.week, round: best.round }
}

function toGolfers({ golfers }: PastEvent): Golfer[] {
  return golfers.flatMap(({ rank, rounds }) => {
    const missing = rounds.indexOf(null)
    const played = rounds.slice(0, missing < 0 ? rounds.length : missing).filter((score) => score !== null)
    if (rank === null || played.length === 0) return []
    return [{ score: toNormalScore((rank + 0.5) / golfers.length), rounds: played }]
  })
}

type Tried = Pick<ForecastConstants, 'rank' | 'week' | 'round'>

function toLogLikelihood(golfers: readonly Golfer[], { rank, week, round }: Tried): number {
  const days = estimateDays(golfers, { rank, week, round })
  const variance = round * round
  return golfers.reduce((sum, { score, rounds }) => {
    const excess = rounds.map((strokes, day) => strokes - (days[day] ?? 0) - rank * score)
    const total = excess.reduce((all, each) => all + each, 0)
    const squares = excess.reduce((all, each) => all + each * each, 0)
    const spread = variance + rounds.length * week * week
    const misfit = (squares - (week * week * total * total) / spread) / variance
    return sum - ((rounds.length - 1) * Math.log(variance) + Math.log(spread) + misfit) / 2
  }, 0)
}

/** The mean of each day for an average golfer: those who play on after the cut have had a better week than the rest. */
function estimateDays(golfers: readonly Golfer[], { rank, week, round }: Tried): number[] {
  const rounds = Math.max(0, ...golfers.map((golfer) => golfer.rounds.length))
  let days = new Array<number>(rounds).fill(0)
  for (let pass = 0; pass < passes; pass += 1) {
    const sums = new Array<number>(rounds).fill(0)
    const counts = new Array<number>(rounds).fill(0)
    for (const golfer of golfers) {
      const excess = golfer.rounds.map((strokes, day) => strokes - (days[day] ?? 0) - rank * golfer.score)
      const total = excess.reduce((all, each) => all + each, 0)
      const own = pass === 0 ? 0 : (week * week * total) / (round * round + golfer.rounds.length * week * week)
      golfer.rounds.forEach((strokes, day) => {
        sums[day] = (sums[day] ?? 0) + strokes - rank * golfer.score - own
        counts[day] = (counts[day] ?? 0) + 1
      })
    }
    days = sums.map((sum, day) => sum / (counts[day] ?? 1))
  }
  return days
}
