import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type ComparableName, toComparableName } from '#domain/names/comparable-name.ts'
import { compareText } from '#domain/names/names.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import { createNameMatcher, type MatchingStep } from './name-matching.ts'

/** A line of a ranking. The name is its only link to the feed's golfers. */
export type RankedName = { readonly rank: number; readonly name: string }

/** A golfer's match in a ranking (docs/rules.md, 8.6). */
export type RankMatch = {
  /** Null if there is no match or more than one. */
  readonly rank: number | null
  /**
   * `same`: the name in another spelling. `similar`: another name, and nobody else is as close. `unclear`: several golfers
   * or names fit, so none is chosen.
   */
  readonly kind: 'same' | 'similar' | 'unclear' | 'none'
  /** With `similar` and `unclear`: the names in the ranking, best rank first. */
  readonly names: readonly RankedName[]
}

export const unranked: RankMatch = { rank: null, kind: 'none', names: [] }

/** Matching a long ranking in one go would block the event loop for a tenth of a second. */
const batchSize = 200

/**
 * Finds golfers' ranks by name, in the order of the field. It never guesses: if several golfers or names fit equally well,
 * none of them gets a rank, and they are marked unclear. The order of names and golfers does not matter.
 */
export async function matchRanking(
  field: readonly FieldGolfer[],
  ranking: readonly RankedName[],
): Promise<RankMatch[]> {
  const matches = new Map<FieldGolfer, RankMatch>()
  // A repeated line counts once.
  const lines = new Map(ranking.map((line) => [`${line.rank} ${line.name}`, line]))
  const names = new Map([...lines.values()].map((line) => [line, toComparableName(line.name)]))
  // A ranking is full of strangers, and a loose comparison would give the rank of one to a golfer who has none.
  const steps = createNameMatcher(field).steps.filter(({ agreement }) => agreement !== 'loose')
  for (const step of steps) {
    const golfersOf = await findGolfers(step, names, (golfer) => !matches.has(golfer))
    const pairs = [...golfersOf].flatMap(([line, golfers]) => golfers.map((golfer) => ({ line, golfer })))
    for (const [golfer, found] of Map.groupBy(pairs, (pair) => pair.golfer)) {
      const isOnly = found.length === 1 && found.every(({ line }) => golfersOf.get(line)?.length === 1)
      const fitting = found.map(({ line }) => line).toSorted((a, b) => a.rank - b.rank || compareText(a.name, b.name))
      matches.set(golfer, toMatch(step, isOnly, fitting))
    }
    for (const line of golfersOf.keys()) names.delete(line)
  }
  return field.map((golfer) => matches.get(golfer) ?? unranked)
}

/** The golfers whom each name fits. */
async function findGolfers(
  { find }: MatchingStep,
  names: ReadonlyMap<RankedName, ComparableName>,
  isOpen: (golfer: FieldGolfer) => boolean,
): Promise<Map<RankedName, FieldGolfer[]>> {
  const found = new Map<RankedName, FieldGolfer[]>()
  for (const batch of toBatches([...names], batchSize)) {
    for (const [line, name] of batch) {
      const golfers = find(name).filter(isOpen)
      if (golfers.length > 0) found.set(line, golfers)
    }
    await yieldToEventLoop()
  }
  return found
}

function toMatch({ agreement }: MatchingStep, isOnly: boolean, names: readonly RankedName[]): RankMatch {
  const rank = names[0]?.rank ?? null
  if (!isOnly) return { rank: null, kind: 'unclear', names }
  return agreement === 'same' ? { rank, kind: 'same', names: [] } : { rank, kind: 'similar', names }
}
