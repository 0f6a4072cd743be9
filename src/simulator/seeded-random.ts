export type Random = ReturnType<typeof createRandom>

/**
 * A seeded random number generator for one purpose: the same seed gives the same numbers on every machine. `seed` is the tournament, `purpose` is what is drawn ("round", 2, 17). Separate streams
 * keep one extra draw from changing everything else.
 */
export function createRandom(seed: string | number, ...purpose: readonly (string | number)[]) {
  /** A number from 0 (included) to 1 (excluded). */
  const next = createMulberry32(toFnv1a([seed, ...purpose].join('/')))
  /** A whole number from `low` to `high`, both included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  /** Normally distributed: mean 0, standard deviation 1. */
  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  }
  function pick<T>(list: readonly T[]): T {
    const item = list[between(0, list.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  /** A shuffled copy. */
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
