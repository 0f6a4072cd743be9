/**
 * Random integers that are the same in every engine: 32-bit integer operations only. Each simulation has its own
 * start, so it does not matter in which batches, or in which order, the simulations run.
 */

/** The seed of a forecast, which makes figures equal in every browser and on the server. */
export type ForecastSeed = {
  readonly tournamentId: number
  /** The leaderboard's version. */
  readonly version: number
}

/** One 32-bit integer for a tournament and a version of its leaderboard. */
export function toSeed({ tournamentId, version }: ForecastSeed): number {
  return mix(mix(tournamentId | 0) ^ (version | 0))
}

/** The generator's state at the beginning of one simulation; never 0. */
export function startOfSimulation(seed: number, simulation: number): number {
  return mix(seed ^ Math.imul(simulation + 1, 0x9e3779b1)) || 1
}

/** The next state, which is also the random number (xorshift32): as an unsigned integer, 1 to 2 ** 32 - 1. */
export function nextRandom(state: number): number {
  let next = state
  next ^= next << 13
  next ^= next >>> 17
  next ^= next << 5
  return next
}

/** Spreads every bit of an integer over all 32 (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
