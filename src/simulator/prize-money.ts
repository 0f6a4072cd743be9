import type { TournamentState } from './tournament-state.ts'

export const purse = 20_000_000

/** Shares of the purse, in per cent, of the first ten places; each later place gets slightly less than the one before. */
const shares = [18, 10.9, 6.9, 4.9, 4.1, 3.625, 3.375, 3.125, 2.925, 2.725]
const shareDecay = 0.94

export type Prize = { readonly amount: number; readonly points: number }

/** The prizes of each state, cached because every summary after the end contains one. */
const prizesOf = new WeakMap<TournamentState, ReadonlyMap<number, Prize>>()

/** Prizes by golfer index. Tied golfers share the sum of their places' prizes; amateurs get nothing. */
export function findPrizes(state: TournamentState): ReadonlyMap<number, Prize> {
  const cached = prizesOf.get(state)
  if (cached) return cached
  const prizes = computePrizes(state)
  prizesOf.set(state, prizes)
  return prizes
}

function computePrizes(state: TournamentState): ReadonlyMap<number, Prize> {
  const prizes = new Map<number, Prize>()
  const placed = state.golfers.filter(({ position, golfer }) => position !== undefined && !golfer.amateur)
  for (const { golfer, position } of placed) {
    const rank = position?.rank ?? 0
    const tiedCount = placed.filter((other) => other.position?.rank === rank).length
    let share = 0
    for (let place = rank; place < rank + tiedCount; place++) share += shareOf(place)
    const amount = Math.round((purse * share) / tiedCount / 100)
    prizes.set(golfer.index, { amount, points: Math.round((share / tiedCount / (shares[0] ?? 1)) * 500) })
  }
  return prizes
}

function shareOf(place: number): number {
  const listed = shares[place - 1]
  return listed ?? (shares.at(-1) ?? 0) * shareDecay ** (place - shares.length)
}

/** "$1,188,000". */
export function toDollarText(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`
}
