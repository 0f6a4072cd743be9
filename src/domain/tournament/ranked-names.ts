import type { FieldGolfer } from '../field/field.ts'
import { toComparableName } from '../names/comparable-name.ts'
import { nameSuffixes } from '../names/names.ts'

/** A line of a ranking. The name is its only link to the feed's golfers. */
export type RankedName = { readonly rank: number; readonly name: string }

/** A golfer's match in a ranking (docs/rules.md, 8.6). */
export type RankMatch = {
  /** Null if there is no match or more than one. */
  readonly rank: number | null
  /**
   * `same`: the name in another spelling. `similar`: initials, a short first name or another word order, and nobody
   * else is as close. `unclear`: several golfers or names fit, so none is chosen.
   */
  readonly kind: 'same' | 'similar' | 'unclear' | 'none'
  /** With `similar` and `unclear`: the names in the ranking, best rank first. */
  readonly names: readonly RankedName[]
}

/** A name split for comparison: "iii", and "davis", "love". */
type Parts = { readonly suffix: string; readonly words: readonly string[] }

/** One way of comparing, from the strictest to the loosest. */
type Comparison = {
  readonly isSame: boolean
  /** Only names that share a key are compared. */
  readonly keysOf: (parts: Parts) => readonly string[]
  readonly agree: (one: Parts, other: Parts) => boolean
}

const comparisons: readonly Comparison[] = [
  { isSame: true, keysOf: ({ words }) => [words.join('')], agree: (one, other) => one.suffix === other.suffix },
  {
    isSame: true,
    keysOf: ({ words }) => [foldTransliterations(words.join(''))],
    agree: (one, other) => one.suffix === other.suffix,
  },
  { isSame: true, keysOf: ({ words }) => [foldTransliterations(words.join(''))], agree: areSuffixesCompatible },
  { isSame: false, keysOf: listRotations, agree: areSuffixesCompatible },
  { isSame: false, keysOf: toFirstAndLast, agree: areSuffixesCompatible },
  {
    isSame: false,
    keysOf: toFamily,
    agree: (one, other) => areSuffixesCompatible(one, other) && haveInitials(one, other),
  },
  {
    isSame: false,
    keysOf: toFamily,
    agree: (one, other) => areSuffixesCompatible(one, other) && isShortened(one, other),
  },
]

const noRank: RankMatch = { rank: null, kind: 'none', names: [] }

/** A name with the keys of each comparison. */
type Prepared = { readonly parts: Parts; readonly keys: readonly (readonly string[])[] }

export type RankMatcher = {
  /** Adds names of the ranking. Nearly all the work is done here, so add a long ranking in batches. */
  add(names: readonly RankedName[]): void
  /** The golfers' ranks, in the order of the field. */
  match(): RankMatch[]
}

/**
 * Finds golfers' ranks by name. It never guesses: if several golfers or names fit equally well, none of them gets a
 * rank, and they are marked unclear. The order of names and golfers does not matter.
 */
export function createRankMatcher(field: readonly FieldGolfer[]): RankMatcher {
  const golfers = field.map(({ name }) => prepare(name))
  const keysOfField = comparisons.map((_comparison, level) => new Set(golfers.flatMap(({ keys }) => keys[level] ?? [])))
  /** By rank and name, so that a repeated line counts once. */
  const names = new Map<string, RankedName & Prepared>()

  return {
    add(ranking) {
      for (const { rank, name } of ranking) {
        const prepared = prepare(name)
        const isNear = prepared.keys.some((keys, level) => keys.some((key) => keysOfField[level]?.has(key)))
        if (isNear) names.set(`${rank} ${name}`, { rank, name, ...prepared })
      }
    },
    match: () => matchAll(golfers, [...names.values()]),
  }
}

/** Matches a whole ranking in one call. */
export function matchRanking(field: readonly FieldGolfer[], ranking: readonly RankedName[]): RankMatch[] {
  const matcher = createRankMatcher(field)
  matcher.add(ranking)
  return matcher.match()
}

function prepare(name: string): Prepared {
  const parts = toParts(name)
  return { parts, keys: comparisons.map(({ keysOf }) => [...new Set(keysOf(parts))]) }
}

function matchAll(field: readonly Prepared[], ranking: readonly (RankedName & Prepared)[]): RankMatch[] {
  const golfers = new Map(field.entries())
  const names = new Map(ranking.map(({ rank, name, ...prepared }) => [{ rank, name }, prepared]))
  const matches: RankMatch[] = field.map(() => noRank)
  for (const [level, comparison] of comparisons.entries()) {
    const { namesOf, golfersOf } = findPairs(golfers, names, level)
    for (const [index, found] of namesOf) {
      const [only, ...others] = found
      const isOnly = only !== undefined && others.length === 0 && golfersOf.get(only)?.size === 1
      matches[index] = isOnly ? toMatch(only, comparison) : toUnclear(found)
      golfers.delete(index)
    }
    for (const name of golfersOf.keys()) names.delete(name)
  }
  return matches
}

function toMatch(name: RankedName, { isSame }: Comparison): RankMatch {
  return isSame ? { rank: name.rank, kind: 'same', names: [] } : { rank: name.rank, kind: 'similar', names: [name] }
}

function toUnclear(found: ReadonlySet<RankedName>): RankMatch {
  return { rank: null, kind: 'unclear', names: [...found].toSorted(compareRanked) }
}

function compareRanked(a: RankedName, b: RankedName): number {
  return a.rank - b.rank || (a.name < b.name ? -1 : Number(a.name > b.name))
}

type Pairs = {
  readonly namesOf: Map<number, Set<RankedName>>
  readonly golfersOf: Map<RankedName, Set<number>>
}

function findPairs(
  golfers: ReadonlyMap<number, Prepared>,
  names: ReadonlyMap<RankedName, Prepared>,
  level: number,
): Pairs {
  const byKey = new Map<string, number[]>()
  for (const [index, { keys }] of golfers) {
    for (const key of keys[level] ?? []) byKey.set(key, [...(byKey.get(key) ?? []), index])
  }
  const pairs: Pairs = { namesOf: new Map(), golfersOf: new Map() }
  for (const [name, { parts, keys }] of names) {
    for (const index of (keys[level] ?? []).flatMap((key) => byKey.get(key) ?? [])) {
      const golfer = golfers.get(index)
      if (golfer === undefined || !comparisons[level]?.agree(parts, golfer.parts)) continue
      addTo(pairs.namesOf, index, name)
      addTo(pairs.golfersOf, name, index)
    }
  }
  return pairs
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}

/** Some rankings distinguish golfers of the same name by "Oct1987"; the feed does not. */
const birthMonth = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s?(?:19|20)\d\d\b/giu

function toParts(name: string): Parts {
  const { text } = toComparableName(name.replace(birthMonth, ' '))
  const all = text.split(' ').filter((word) => word !== '')
  const isBare = (word: string, index: number) => index === 0 || !nameSuffixes.has(word)
  return {
    suffix: all.filter((word, index) => !isBare(word, index)).join(' '),
    words: joinPrefixes(all.filter(isBare)),
  }
}

/** "mc ilroy" is "mcilroy". */
function joinPrefixes(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (index > 1 && (before === 'mc' || before === 'mac')) joined.push(`${joined.pop() ?? ''}${word}`)
    else joined.push(word)
  }
  return joined
}

/** "hoejgaard", "hojgaard" and "hojgard" become the same: å, ä, ö, ø and ü are written with one letter or two. */
export function foldTransliterations(folded: string): string {
  return folded.replace(/a[ae]*/g, 'a').replace(/([ou])e+/g, '$1')
}

/** The suffix is the same, or one of the two names has none. */
function areSuffixesCompatible(one: Parts, other: Parts): boolean {
  return one.suffix === other.suffix || one.suffix === '' || other.suffix === ''
}

/** "im sung jae" and "sungjae im" share "sungjaeim". */
function listRotations({ words }: Parts): string[] {
  return words.map((_word, index) => foldTransliterations([...words.slice(index), ...words.slice(0, index)].join('')))
}

/** "mark d anderson" and "mark anderson" share this key. A first name in full is needed. */
function toFirstAndLast({ words }: Parts): string[] {
  const [first = '', ...others] = words
  const last = others.at(-1)
  return first.length > 1 && last !== undefined ? [foldTransliterations(`${first} ${last}`)] : []
}

function toFamily({ words }: Parts): string[] {
  const last = words.at(-1)
  return words.length > 1 && last !== undefined && last.length > 1 ? [foldTransliterations(last)] : []
}

/** "kh lee" and "kyoung hoon lee". */
function haveInitials({ words: one }: Parts, { words: other }: Parts): boolean {
  return isInitials(one, other) || isInitials(other, one)
}

function isInitials(short: readonly string[], long: readonly string[]): boolean {
  const names = long.slice(0, -1)
  return names.length > 1 && short.slice(0, -1).join('') === names.map((word) => Array.from(word)[0]).join('')
}

/** "alex noren" and "alexander noren", "v hovland" and "viktor hovland". */
function isShortened({ words: [one = ''] }: Parts, { words: [other = ''] }: Parts): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
