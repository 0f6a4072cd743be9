import Fuse, { type IFuseOptions } from 'fuse.js'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type ComparableName, toComparableName } from '#domain/names/comparable-name.ts'
import { type Agreement, nameComparisons } from '#domain/names/name-comparisons.ts'
import { compareNames } from '#domain/names/names.ts'

export type NameMatcher = ReturnType<typeof createNameMatcher>

export type MatchingStep = {
  readonly agreement: Agreement
  readonly find: (name: ComparableName) => readonly FieldGolfer[]
}

type Known = { readonly golfer: FieldGolfer; readonly name: ComparableName }

/** Names are short, so a match beyond this distance is always wrong. */
const matching = { threshold: 0.1, distance: 100 }
/** Limits of a match that is only suggested. */
const suggesting = { threshold: 0.35, ignoreLocation: true }
const maxPatternLength = 32
/** Shorter patterns match every name. */
const minPatternLength = 3
const maxSuggestions = 5

/** Finds the golfers of a field by name (docs/rules.md, 8.2). The order of the field does not matter. */
export function createNameMatcher(field: readonly FieldGolfer[]) {
  const known = field.map((golfer) => ({ golfer, name: toComparableName(golfer.name) }))
  const search = createSearch(known, suggesting)
  return {
    /** The comparisons from the strictest to the loosest, which is a fuzzy search. */
    steps: [...nameComparisons.map((comparison) => createLookup(known, comparison)), createFuzzyStep(known)],
    /** The golfers who may be meant by a name that no step matches: the closest few. */
    suggest: (name: ComparableName) =>
      search(name)
        .toSorted((a, b) => a.score - b.score || compareGolfers(a.golfer, b.golfer))
        .slice(0, maxSuggestions)
        .map(({ golfer }) => golfer),
  }
}

export function compareGolfers(a: FieldGolfer, b: FieldGolfer): number {
  return compareNames(a.name, b.name) || compareNames(a.espnId, b.espnId)
}

function createLookup(
  known: readonly Known[],
  { agreement, listKeys, agree }: (typeof nameComparisons)[number],
): MatchingStep {
  const byKey = new Map<string, Known[]>()
  for (const golfer of known) {
    for (const key of new Set(listKeys(golfer.name))) byKey.set(key, [...(byKey.get(key) ?? []), golfer])
  }
  return {
    agreement,
    find(name) {
      const found = listKeys(name).flatMap((key) => byKey.get(key) ?? [])
      return [...new Set(found)].filter((other) => agree(name, other.name)).map(({ golfer }) => golfer)
    },
  }
}

function createFuzzyStep(known: readonly Known[]): MatchingStep {
  const search = createSearch(known, matching)
  return {
    agreement: 'loose',
    find(name) {
      // The position of a match in the name says nothing about its quality.
      const near = createSearch(search(name), { ...matching, ignoreLocation: true })(name)
      const best = Math.min(...near.map(({ score }) => score))
      return near.filter(({ score }) => score === best).map(({ golfer }) => golfer)
    },
  }
}

type Similarity = Pick<IFuseOptions<string>, 'threshold' | 'distance' | 'ignoreLocation'>

/** A search for similar names. A lower score is a better match. */
function createSearch(known: readonly Known[], similarity: Similarity) {
  const options = { ...similarity, includeScore: true, ignoreFieldNorm: true, shouldSort: false }
  const fuse = new Fuse(
    known.map(({ name }) => toPattern(name)),
    options,
  )
  return (name: ComparableName) => {
    const pattern = toPattern(name).slice(0, maxPatternLength)
    if (pattern.length < minPatternLength) return []
    return fuse.search(pattern).flatMap(({ refIndex, score = 0 }) => {
      const found = known[refIndex]
      return found ? [{ ...found, score }] : []
    })
  }
}

function toPattern({ words, suffix }: ComparableName): string {
  return [...words, suffix].join(' ').trim()
}
