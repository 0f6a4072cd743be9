import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type ComparableName, collapseSpaces, toComparableName } from '#domain/names/comparable-name.ts'
import { compareNames } from '#domain/names/names.ts'
import { findSimilar } from './name-similarity.ts'

/** The golfer whom a line of a tier's list means. */
export type NameMatch = {
  readonly inputName: string
  /** Null if nobody is found, or several golfers are equally likely. */
  readonly golfer: FieldGolfer | null
  /** The same name in another spelling: case, accents, order, "(a)". */
  readonly exactMatch: boolean
  /** Another name, but no other golfer is as close: the organiser has to confirm it. */
  readonly partialMatch: boolean
  /** If `golfer` is null: the golfers it may mean, by name. */
  readonly candidates: readonly FieldGolfer[]
}

/** docs/rules.md, 8.2. Names are short, so a match beyond this distance is always wrong. */
const matching = { threshold: 0.1, distance: 100 }
/** Not close enough to be accepted, but close enough to be suggested. */
const suggesting = { threshold: 0.35, ignoreLocation: true }
const maxSuggestions = 5

type IndexedGolfer = {
  readonly golfer: FieldGolfer
  readonly collapsed: string
  readonly comparable: ComparableName
}
type ReadingMatch = { readonly isExact: boolean; readonly found: readonly IndexedGolfer[] }
type Found = ReadingMatch & { readonly suggestions: readonly IndexedGolfer[] }
type NameFinder = (name: string) => Promise<Found>

/**
 * Finds the golfer of the field whom each name means (docs/rules.md, 8.2). The order of the names and of the field does
 * not matter. Two names may mean the same golfer; the caller reports it. Yields to other requests between the names,
 * because comparing a whole field of unknown ones takes a second (docs/security.md, 4.3).
 */
export async function matchNames(names: readonly string[], field: readonly FieldGolfer[]): Promise<NameMatch[]> {
  const find = createFinder(field)
  const matches: ({ inputName: string } & Found)[] = []
  for (const name of names) matches.push({ inputName: name, ...(await find(name)) })
  const exactlyNamed = new Set(matches.flatMap(({ isExact, found }) => (isExact && found.length === 1 ? found : [])))
  return matches.map(({ inputName, isExact, found, suggestions }) => {
    if (found.length < 2) return toMatch(inputName, isExact, found, suggestions)
    // A name that fits several golfers does not mean one who is named in full elsewhere.
    const remaining = found.filter((known) => !exactlyNamed.has(known))
    return toMatch(inputName, false, remaining.length > 0 ? remaining : found, suggestions)
  })
}

function toMatch(
  inputName: string,
  isExact: boolean,
  found: readonly IndexedGolfer[],
  suggestions: readonly IndexedGolfer[],
): NameMatch {
  const golfer = found.length === 1 ? (found[0]?.golfer ?? null) : null
  const candidates = (found.length > 0 ? found : suggestions).map((known) => known.golfer)
  return {
    inputName,
    golfer,
    exactMatch: golfer !== null && isExact,
    partialMatch: golfer !== null && !isExact,
    candidates: golfer ? [] : candidates.toSorted(compareGolfers),
  }
}

function compareGolfers(a: FieldGolfer, b: FieldGolfer): number {
  return compareNames(a.name, b.name) || compareNames(a.espnId, b.espnId)
}

function createFinder(field: readonly FieldGolfer[]): NameFinder {
  const known = field.toSorted(compareGolfers).map((golfer) => ({
    golfer,
    collapsed: collapseSpaces(golfer.name),
    comparable: toComparableName(golfer.name),
  }))

  /** From the strictest comparison to the loosest; the first that matches decides. */
  function findReading(reading: string): ReadingMatch {
    const collapsed = collapseSpaces(reading)
    const own = toComparableName(reading)
    const same = known.filter((other) => other.collapsed === collapsed)
    if (same.length > 0) return { isExact: true, found: same }
    if (own.text === '') return { isExact: false, found: [] }
    const sameText = known.filter(({ comparable }) => comparable.text === own.text)
    if (sameText.length > 0) return { isExact: true, found: sameText }
    const comparisons = [isRotation, isSameWithoutSuffix, isAbbreviation]
    const found = comparisons.map((isMeant) => known.filter(({ comparable }) => isMeant(own, comparable)))
    return { isExact: false, found: found.find((some) => some.length > 0) ?? findClosest(own.text, known) }
  }

  return async (name) => {
    const matches: ReadingMatch[] = []
    for (const reading of listReadings(name)) {
      matches.push(findReading(reading))
      await yieldToEventLoop()
    }
    const certain = new Set(matches.flatMap(({ found }) => (found.length === 1 ? found : [])))
    const found = certain.size === 1 ? [...certain] : [...new Set(matches.flatMap((match) => match.found))]
    const isExact = matches.some((match) => match.isExact && match.found.some((one) => certain.has(one)))
    return { isExact, found, suggestions: found.length > 0 ? [] : suggest(toComparableName(name).text, known) }
  }
}

/** The closest golfers, if they are close enough. */
function findClosest(text: string, known: readonly IndexedGolfer[]): IndexedGolfer[] {
  const near = findSimilar(text, known, toText, matching).map(({ item }) => item)
  // The position of a match in the name says nothing about its quality.
  const scored = findSimilar(text, near, toText, { ...matching, ignoreLocation: true })
  const best = Math.min(...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score === best).map(({ item }) => item)
}

function suggest(text: string, known: readonly IndexedGolfer[]): IndexedGolfer[] {
  return findSimilar(text, known, toText, suggesting)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maxSuggestions)
    .map(({ item }) => item)
}

function toText({ comparable }: IndexedGolfer): string {
  return comparable.text
}

/**
 * The names that a line of a spreadsheet may mean: all cells joined, two neighbouring cells, or a cell with a whole
 * name. Any other line has one reading, itself.
 */
function listReadings(line: string): string[] {
  const cells = line.split('\t').filter((cell) => /\p{L}/u.test(cell))
  const [first, ...rest] = cells
  if (first === undefined || rest.length === 0) return [first ?? line]
  const pairs = rest.map((cell, index) => `${cells[index]} ${cell}`)
  const whole = cells.filter((cell) => toComparableName(cell).words.length > 1)
  return [...new Set([cells.join(' '), ...pairs, ...whole])]
}

function isRotation(one: ComparableName, other: ComparableName): boolean {
  const [letters] = other.rotations
  return letters !== undefined && one.rotations.includes(letters)
}

/** The same except for a suffix. */
function isSameWithoutSuffix(one: ComparableName, other: ComparableName): boolean {
  return one.words.join(' ') === other.words.join(' ')
}

/** "V. Hovland", "Hovland", "Alex Noren", "K.H. Lee": the family name in full, first names shortened or missing. */
function isAbbreviation(one: ComparableName, other: ComparableName): boolean {
  const family = one.words.at(-1)
  if (family === undefined || family.length < 2 || family !== other.words.at(-1)) return false
  const first = one.words.slice(0, -1)
  const second = other.words.slice(0, -1)
  return arePrefixes(first, second) || isInitials(first, second) || isInitials(second, first)
}

function arePrefixes(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.every((word, index) => {
    const counterpart = long[index] ?? ''
    return counterpart.startsWith(word) || word.startsWith(counterpart)
  })
}

/** "kh" of "kyoung hoon". */
function isInitials(short: readonly string[], long: readonly string[]): boolean {
  return long.length > 1 && short.join('') === long.map((word) => Array.from(word)[0]).join('')
}
