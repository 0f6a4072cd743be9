import { createRandom, type Random } from './seeded-random.ts'
import { createField } from './simulated-field.ts'

/** A golfer as a pool's organiser knows him. */
export type FieldGolfer = { readonly espnId: string; readonly name: string }

/** Tiers A to D, favourites first. */
export type TierLists = readonly [
  readonly FieldGolfer[],
  readonly FieldGolfer[],
  readonly FieldGolfer[],
  readonly FieldGolfer[],
]

export type DrawnSelection = { readonly espnId: string; readonly entryNumber: 1 | 2 | 3 }

/** Twelve selections: entry 1's A, B, C, D, then entry 2's, then entry 3's. */
export type DrawnEntry = { readonly selections: readonly DrawnSelection[] }

/** The field of a seed in the order in which people expect it to finish. */
export function listFavourites(seed: string | number): readonly FieldGolfer[] {
  return createField(seed)
    .toSorted((a, b) => b.reputation - a.reputation)
    .map(({ espnId, name }) => ({ espnId, name }))
}

/** Cuts a field, favourites first, into four tiers: 20, 30, 45 and all the others (61 of a full field). */
export function tierLists(favourites: readonly FieldGolfer[]): TierLists {
  if (favourites.length < 96) throw new RangeError('four tiers need 96 golfers or more')
  return [favourites.slice(0, 20), favourites.slice(20, 50), favourites.slice(50, 95), favourites.slice(95)]
}

/** The picks of `count` people. Favourites are picked most, and nobody picks the same four twice over on purpose. */
export function drawEntries(options: {
  readonly tiers: TierLists
  readonly count: number
  readonly seed: string | number
}): readonly DrawnEntry[] {
  const random = createRandom(options.seed, 'entries')
  return Array.from({ length: options.count }, () => ({
    selections: ([1, 2, 3] as const).flatMap((entryNumber) =>
      options.tiers.map((tier) => ({ espnId: drawFavourite(random, tier).espnId, entryNumber })),
    ),
  }))
}

/** The first of a tier is picked about six times as often as the twentieth. */
function drawFavourite(random: Random, tier: readonly FieldGolfer[]): FieldGolfer {
  const weights = tier.map((_golfer, place) => 1 / (place + 4))
  let drawn = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [place, golfer] of tier.entries()) {
    drawn -= weights[place] ?? 0
    if (drawn < 0) return golfer
  }
  return random.pick(tier)
}
