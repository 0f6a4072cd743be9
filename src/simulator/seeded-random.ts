/** A seeded random number generator: the same seed gives the same numbers on every machine. */
export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  /** Normally distributed: mean 0, standard deviation 1. */
  readonly normal: () => number
  readonly pick: <T>(list: readonly T[]) => T
  /** A shuffled copy. */
  readonly shuffle: <T>(list: readonly T[]) => T[]
}

/**
 * A generator for one purpose: `seed` is the tournament, `purpose` is what is drawn ("round", 2, 17). Separate streams
 * keep one extra draw from changing everything else.
 */
export function createRandom(seed: string | number, ...purpose: readonly (string | number)[]): Random {
  const next = createMulberry32(toFnv1a([seed, ...purpose].join('/')))
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  }
  function pick<T>(list: readonly T[]): T {
    const item = list[between(0, list.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  function shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }
  return { next, between, normal, pick, shuffle }
}

/** FNV-1a, 32 bits. */
function toFnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** mulberry32: small, fast, and random enough for a simulation. */
function createMulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
