import type { FieldGolfer } from '#domain/field/field.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { createField } from './simulated-field.ts'

/** Tiers A to D, favourites first. */
export type TierLists = readonly [a: Tier, b: Tier, c: Tier, d: Tier]

type Tier = readonly FieldGolfer[]

/** The field of a seed, favourites first. */
export function listFavourites(seed: string | number): readonly FieldGolfer[] {
  return createField(seed)
    .toSorted((a, b) => b.reputation - a.reputation)
    .map(({ espnId, name }) => ({ espnId, name }))
}

/** Shares of the field in tiers A to C; D has the rest. In a full field: 20, 30, 45 and 61. */
const shares = [20 / 156, 30 / 156, 45 / 156] as const

/** Splits a field, favourites first, into four tiers. Throws for fewer than eight golfers. */
export function toTierLists(favourites: readonly FieldGolfer[]): TierLists {
  if (favourites.length < 8) throw new RangeError('four tiers need eight golfers or more')
  const [a, b, c] = shares.map((share) => Math.round(share * favourites.length)) as [number, number, number]
  return [
    favourites.slice(0, a),
    favourites.slice(a, a + b),
    favourites.slice(a + b, a + b + c),
    favourites.slice(a + b + c),
  ]
}

type Draw = { readonly tiers: TierLists; readonly count: number; readonly seed: string | number }

/** The picks of `count` people: twelve ids each, entry 1's A, B, C, D, then entry 2's, then entry 3's. Favourites are picked most. */
export function drawEntries({ tiers, count, seed }: Draw): string[][] {
  const random = createRandom(seed, 'entries')
  return Array.from({ length: count }, () =>
    [1, 2, 3].flatMap(() => tiers.map((tier) => drawWeightedPick(random, tier).espnId)),
  )
}

/** The first of a tier is picked about six times as often as the twentieth. */
function drawWeightedPick(random: Random, tier: Tier): FieldGolfer {
  const weights = tier.map((_golfer, index) => 1 / (index + 4))
  let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, golfer] of tier.entries()) {
    rest -= weights[index] ?? 0
    if (rest < 0) return golfer
  }
  return random.pick(tier)
}
