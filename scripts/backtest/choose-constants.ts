import { type ForecastConstants, forecastConstants, toPriorSkill } from '#domain/forecast/constants.ts'
import { toNormalScore } from '#domain/forecast/normal-table.ts'
import type { PastEvent } from '#domain/forecast/past-event.ts'

/** The constants that can be fitted to past tournaments. Their files say nothing about the others. */
const names = ['rank', 'bend', 'week', 'round'] as const
type Tried = Pick<ForecastConstants, (typeof names)[number]>

const grid: Record<keyof Tried, number[]> = {
  rank: range(0.3, 1.8, 0.05),
  bend: range(0, 0.3, 0.025),
  week: range(0, 1.6, 0.05),
  round: range(2.2, 3.8, 0.05),
}

/**
 * The prior: the initial values and their standard deviations. A few
 * tournaments alone would choose a week's spread anywhere between 0 and 1.5; with more of them this counts for little.
 */
const assumed: Record<keyof Tried, { value: number; spread: number }> = {
  rank: { value: 0.9, spread: 0.2 },
  bend: { value: 0, spread: 0.1 },
  week: { value: 0.8, spread: 0.25 },
  round: { value: 2.85, spread: 0.12 },
}

/** The prior for withdrawals, as pseudo-counts: this many rounds with this share. */
const assumedWithdrawals = { share: 0.004, rounds: 500 }

/** With more bend than this, the best of the lists would be worse than the second best. */
const steepest = 5

/** Enough for the days' means to settle to a hundredth of a stroke. */
const passes = 6
/** Coordinate descent, until no constant changes; four passes are usual. */
const maxTurns = 20

function range(from: number, to: number, step: number): number[] {
  const values = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  return values.map((value) => Math.round(value * 1000) / 1000)
}

/** A golfer's normal score of the rank, and their rounds to par. */
type Golfer = { readonly score: number; readonly rounds: readonly number[] }

/**
 * The maximum a posteriori estimate of the constants, given the rounds of these events. Every round is the day's mean, plus
 * the effect of the rank, the golfer's week and the round's noise. Rounds not played because of the cut are missing at
 * random: earlier rounds determine who missed it. Needs no simulation.
 */
export function chooseConstants(events: readonly PastEvent[]): ForecastConstants {
  const likelihoodOf = (tried: Tried) =>
    events.reduce((sum, event) => sum + recallLogLikelihood(event, tried), toPriorLikelihood(tried))
  let best: Tried = Object.fromEntries(names.map((name) => [name, assumed[name].value])) as Tried
  let likelihood = likelihoodOf(best)
  for (let turn = 0, before = ''; turn < maxTurns && before !== JSON.stringify(best); turn += 1) {
    before = JSON.stringify(best)
    for (const name of names) {
      for (const value of grid[name]) {
        const tried: Tried = { ...best, [name]: value }
        const triedLikelihood = likelihoodOf(tried)
        if (triedLikelihood > likelihood) [best, likelihood] = [tried, triedLikelihood]
      }
    }
  }
  return { ...forecastConstants, ...best, withdrawal: chooseWithdrawal(events) }
}

/** Golfers who started and left without missing a cut, per round begun. Golfers who did not start are not counted. */
function chooseWithdrawal(events: readonly PastEvent[]): number {
  let rounds = assumedWithdrawals.rounds
  let left = assumedWithdrawals.rounds * assumedWithdrawals.share
  for (const { golfers } of events) {
    for (const golfer of golfers) {
      const played = golfer.rounds.filter((score) => score !== null).length
      const isPart = played > 0 && played < golfer.rounds.length
      const hasLeft = isPart && golfer.out !== null && golfer.out !== 'CUT'
      rounds += played
      if (hasLeft) left += 1
    }
  }
  return Math.round((left / rounds) * 2000) / 2000
}

function toGolfers({ golfers }: PastEvent): Golfer[] {
  return golfers.flatMap(({ rank, rounds }) => {
    const missing = rounds.indexOf(null)
    const played = rounds.slice(0, missing < 0 ? rounds.length : missing).filter((score) => score !== null)
    if (rank === null || played.length === 0) return []
    return [{ score: toNormalScore((rank + 0.5) / golfers.length), rounds: played }]
  })
}

function toPriorLikelihood(tried: Tried): number {
  if (tried.rank < steepest * tried.bend) return Number.NEGATIVE_INFINITY
  const deviation = (name: keyof Tried) => ((tried[name] - assumed[name].value) / assumed[name].spread) ** 2
  return -names.reduce((sum, name) => sum + deviation(name), 0) / 2
}

/** Leave-one-out fits try the same values, so each is computed once per event. */
const likelihoods = new WeakMap<PastEvent, { golfers: Golfer[]; known: Map<string, number> }>()

function recallLogLikelihood(event: PastEvent, tried: Tried): number {
  const recalled = likelihoods.get(event) ?? { golfers: toGolfers(event), known: new Map<string, number>() }
  likelihoods.set(event, recalled)
  const key = names.map((name) => tried[name]).join()
  const likelihood = recalled.known.get(key) ?? toLogLikelihood(recalled.golfers, tried)
  recalled.known.set(key, likelihood)
  return likelihood
}

/** The log-likelihood of the rounds of one event, up to a constant. */
function toLogLikelihood(golfers: readonly Golfer[], tried: Tried): number {
  const { week, round } = tried
  const expected = golfers.map(({ score }) => toPriorSkill(score, tried))
  const days = estimateDays(golfers, expected, tried)
  const variance = round * round
  return golfers.reduce((sum, { rounds }, golfer) => {
    const excess = rounds.map((strokes, day) => strokes - (days[day] ?? 0) - (expected[golfer] ?? 0))
    const total = excess.reduce((all, each) => all + each, 0)
    const squares = excess.reduce((all, each) => all + each * each, 0)
    const spread = variance + rounds.length * week * week
    const deviation = (squares - (week * week * total * total) / spread) / variance
    return sum - ((rounds.length - 1) * Math.log(variance) + Math.log(spread) + deviation) / 2
  }, 0)
}

/** The mean of each day for an average golfer: those who play on after the cut have had a better week than the rest. */
function estimateDays(golfers: readonly Golfer[], expected: readonly number[], { week, round }: Tried): number[] {
  const rounds = Math.max(0, ...golfers.map((golfer) => golfer.rounds.length))
  let days = new Array<number>(rounds).fill(0)
  for (let pass = 0; pass < passes; pass += 1) {
    const sums = new Array<number>(rounds).fill(0)
    const counts = new Array<number>(rounds).fill(0)
    golfers.forEach((golfer, index) => {
      const prior = expected[index] ?? 0
      const excess = golfer.rounds.map((strokes, day) => strokes - (days[day] ?? 0) - prior)
      const total = excess.reduce((all, each) => all + each, 0)
      const own = pass === 0 ? 0 : (week * week * total) / (round * round + golfer.rounds.length * week * week)
      golfer.rounds.forEach((strokes, day) => {
        sums[day] = (sums[day] ?? 0) + strokes - prior - own
        counts[day] = (counts[day] ?? 0) + 1
      })
    })
    days = sums.map((sum, day) => sum / (counts[day] ?? 1))
  }
  return days
}
