import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FieldGolfer } from '#domain/field/field.ts'
import { type ComparableName, toComparableName } from '#domain/names/comparable-name.ts'
import { compareGolfers, createNameMatcher, type NameMatcher } from './name-matching.ts'

/** The golfer whom a line of a tier's list means. */
export type NameMatch = Awaited<ReturnType<typeof matchNames>>[number]

type Found = { readonly isSame: boolean; readonly golfers: readonly FieldGolfer[] }

/**
 * Finds the golfer of the field whom each name means (docs/rules.md, 8.2). The order of the names and of the field does
 * not matter. Two names may mean the same golfer; the caller reports it. Yields to other requests between the names,
 * because four full lists of unknown names take a few hundred milliseconds.
 */
export async function matchNames(names: readonly string[], field: readonly FieldGolfer[]) {
  const matcher = createNameMatcher(field)
  const lines: ({ inputName: string } & Found)[] = []
  for (const inputName of names) {
    lines.push({ inputName, ...findByLine(matcher, inputName) })
    await yieldToEventLoop()
  }
  const exactlyNamed = new Set(lines.flatMap(({ isSame, golfers }) => (isSame && golfers.length === 1 ? golfers : [])))
  return lines.map(({ inputName, isSame, golfers }) => {
    // A name that fits several golfers does not mean one who is named in full elsewhere.
    const others = golfers.length < 2 ? golfers : golfers.filter((golfer) => !exactlyNamed.has(golfer))
    const [golfer = null] = others.length === 1 ? others : []
    const isExact = isSame && golfers.length === 1
    return {
      inputName,
      /** Null if nobody is found, or several golfers are equally likely. */
      golfer,
      /** The names differ at most in case, accents, order or "(a)". */
      exactMatch: golfer !== null && isExact,
      /** Another name, but no other golfer is as close: the organiser has to confirm it. */
      partialMatch: golfer !== null && !isExact,
      /** If `golfer` is null: the golfers it may mean, by name. Computed when they are read: the most expensive search. */
      get candidates(): readonly FieldGolfer[] {
        if (golfer) return []
        const fitting = others.length > 0 ? others : golfers
        return (fitting.length > 0 ? fitting : matcher.suggest(toComparableName(inputName))).toSorted(compareGolfers)
      },
    }
  })
}

/** The golfers whom the readings of a line mean, if possible by another step than the fuzzy one. */
function findByLine({ steps }: NameMatcher, line: string): Found {
  const readings = listReadings(line).map(toComparableName)
  const lookups = readings.map((name) => findByName(steps.slice(0, -1), name))
  const [likeliest] = readings
  const fuzzy =
    likeliest && lookups.every(({ golfers }) => golfers.length === 0) && findByName(steps.slice(-1), likeliest)
  const matches = fuzzy ? [fuzzy] : lookups
  const certain = new Set(matches.flatMap(({ golfers }) => (golfers.length === 1 ? golfers : [])))
  const golfers = certain.size === 1 ? [...certain] : [...new Set(matches.flatMap((match) => match.golfers))]
  return {
    isSame: matches.some((match) => match.isSame && match.golfers.some((golfer) => certain.has(golfer))),
    golfers,
  }
}

/** From the strictest comparison to the loosest; the first that matches decides. */
function findByName(steps: NameMatcher['steps'], name: ComparableName): Found {
  for (const { agreement, find } of steps) {
    const golfers = find(name)
    if (golfers.length > 0) return { isSame: agreement === 'same', golfers }
  }
  return { isSame: false, golfers: [] }
}

/** Cells after these say something else about the golfer. */
const maxCells = 4

/**
 * The names that a line of a spreadsheet may mean, the likeliest first: a cell with a whole name, two neighbouring cells,
 * or all cells joined. Any other line has one reading, itself.
 */
function listReadings(line: string): string[] {
  const cells = line
    .split('\t')
    .filter((cell) => /\p{L}/u.test(cell))
    .slice(0, maxCells)
  const [first, ...rest] = cells
  if (first === undefined || rest.length === 0) return [first ?? line]
  const whole = cells.filter((cell) => toComparableName(cell).words.length > 1)
  const pairs = rest.map((cell, index) => `${cells[index]} ${cell}`)
  return [...new Set([...whole, ...pairs, cells.join(' ')])]
}
