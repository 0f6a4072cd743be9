import type { EventSnapshot, GolferState } from '#domain/forecast/event-state.ts'

/** Whole numbers from 0 to below `limit`; the seed determines them. */
export type RandomInteger = (limit: number) => number

/** A generator of whole numbers for tests (mulberry32). */
export function createRandomInteger(seed: number): RandomInteger {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

/** A random event between the first stroke and the last one, with a cut to come or without. */
export function randomEvent(random: RandomInteger, golfersPerTier = 2 + random(6)): EventSnapshot {
  const players = golfersPerTier * 4
  const begun = random(4)
  const count = players + random(3)
  const golfers = Array.from({ length: count }, (_, index): GolferState => {
    const rounds = Array.from({ length: begun }, () => random(11) - 4)
    const holes = random(2) * random(18)
    const today = holes === 0 ? 0 : random(5) - 2
    return {
      rank: index < players ? index : null,
      isOut: random(12) === 0,
      toPar: rounds.reduce((sum, round) => sum + round, today),
      rounds,
      holes,
      today,
      parLeft: holes === 0 ? 0 : 72 - 4 * holes,
      teeTime: null,
    }
  })
  const hasCut = begun < 2 && random(4) > 0
  return {
    golfers,
    players,
    rounds: 4,
    par: 72,
    cut: hasCut ? { afterRound: 2, top: 1 + random(count), within: random(3) === 0 ? random(4) : null } : null,
    completed: false,
  }
}

/** Random picks, one of each tier, for so many rows. */
export function randomPicks(random: RandomInteger, players: number, rows: number): Uint16Array {
  const perTier = players / 4
  return Uint16Array.from({ length: rows * 4 }, (_, pick) => (pick % 4) * perTier + random(perTier))
}
