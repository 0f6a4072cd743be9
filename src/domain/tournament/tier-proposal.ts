import { compareNames } from '#domain/names/names.ts'
import { tiers } from './tournament.ts'

/** The sizes of tiers A, B and C. Tier D has the rest. */
export type TierSizes = readonly [number, number, number]

const fullFieldSizes: TierSizes = [10, 21, 30]
/** Smaller fields have smaller tiers, so that tier D is not the smallest by far. */
const smallestFullField = 72

/** The default sizes (docs/rules.md, 8.6): 10, 21 and 30, or fewer in a small field. */
export function toDefaultSizes(golferCount: number): TierSizes {
  if (golferCount >= smallestFullField) return fullFieldSizes
  const [a, b, c] = fullFieldSizes
  const toSize = (full: number) => Math.max(1, Math.floor((full * golferCount) / smallestFullField))
  return [toSize(a), toSize(b), toSize(c)]
}

/** Why a field cannot be split into these sizes, in words. */
export function findSizesError(sizes: TierSizes, golferCount: number): string | undefined {
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) return 'Every tier needs at least one golfer.'
  const listed = sizes.reduce((sum, size) => sum + size, 0)
  if (listed < golferCount) return undefined
  return `Tiers A to C have ${listed} golfers, and the field has ${golferCount}: nobody is left for tier D.`
}

/** Splits golfers, best first, into the four tiers. */
export function splitIntoTiers<Golfer>(golfers: readonly Golfer[], [a, b, c]: TierSizes) {
  const [ab, abc] = [a + b, a + b + c]
  return [golfers.slice(0, a), golfers.slice(a, ab), golfers.slice(ab, abc), golfers.slice(abc)] as const
}

/** By what golfers are ordered, best first. A golfer whom one order does not know is ordered by the next. */
export const tierOrders = ['world', 'file', 'earlier', 'name'] as const

export type TierOrder = (typeof tierOrders)[number]

type Proposed = {
  readonly name: string
  readonly espnId: string
  readonly by: TierOrder
  /** The golfer's rank in that order; null by name. */
  readonly rank: number | null
  /** Why the golfer cannot play, if so. */
  readonly out: string | null
}

/** Best first: by world rank or file, else by earlier lists, else by name; who is out comes last (docs/rules.md, 8.6). */
export function sortForTiers<Golfer extends Proposed>(golfers: readonly Golfer[]): Golfer[] {
  return golfers.toSorted((a, b) => {
    const [isOutA, isOutB] = [a.out !== null, b.out !== null]
    if (isOutA !== isOutB) return isOutA ? 1 : -1
    return (
      tierOrders.indexOf(a.by) - tierOrders.indexOf(b.by) ||
      (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) ||
      compareNames(a.name, b.name) ||
      compareNames(a.espnId, b.espnId)
    )
  })
}

const orderTexts = {
  world: 'world rank',
  file: 'the file',
  earlier: 'this pool’s earlier lists',
  name: 'name',
} as const satisfies Record<TierOrder, string>

/** Says by what the golfers are ordered: "149 by world rank, 7 by name". */
export function describeOrder(golfers: readonly Pick<Proposed, 'by'>[]): string {
  const countOf = (order: TierOrder) => golfers.filter(({ by }) => by === order).length
  const used = tierOrders.filter((order) => countOf(order) > 0)
  const [only] = used
  if (used.length === 1 && only !== undefined) return `all by ${orderTexts[only]}`
  return used.map((order) => `${countOf(order)} by ${orderTexts[order]}`).join(', ')
}

/** Less than half of the field is known: the ranking is probably that of another tour. */
export function knowsTooFew(known: number, golferCount: number): boolean {
  return known * 2 < golferCount
}

/** How many earlier tournaments are used. */
export const countedTournaments = 5

type Listed = { readonly espnId: string; readonly tier: number; readonly order: number }

/**
 * The golfers' ranks by this pool's earlier tournaments, newest first (docs/rules.md, 8.6): the mean of their positions
 * in the lists, numbered across all four tiers. Between equal means, the position in the newest tournament decides.
 */
export function rankByEarlierLists(tournaments: readonly (readonly Listed[])[]): Map<string, number> {
  const positions = new Map<string, number[]>()
  for (const players of tournaments.slice(0, countedTournaments)) {
    const ordered = tiers.flatMap((tier) =>
      players.filter((player) => player.tier === tier).toSorted((a, b) => a.order - b.order),
    )
    for (const [index, { espnId }] of ordered.entries()) {
      positions.set(espnId, [...(positions.get(espnId) ?? []), index + 1])
    }
  }
  const known = [...positions].map(([espnId, listed]) => ({ espnId, mean: meanOf(listed), newest: listed[0] ?? 0 }))
  const sorted = known.toSorted((a, b) => a.mean - b.mean || a.newest - b.newest || compareNames(a.espnId, b.espnId))
  return new Map(sorted.map(({ espnId }, index) => [espnId, index + 1]))
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
