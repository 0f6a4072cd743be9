import { findCutLineIndex } from '#domain/field/cut-line.ts'
import { type Cutline, noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { compareNames, toShortName } from '#domain/names/names.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { type BoardSort, useBoardSort } from '#web/board/board-sort.ts'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'

const orders = [
  { column: 'pos', direction: 'ascending', name: 'Leaderboard' },
  { column: 'tier', direction: 'ascending', name: 'Tier' },
  { column: 'player', direction: 'ascending', name: 'Surname' },
  { column: 'entries', direction: 'descending', name: 'Entries' },
  { column: 'movement', direction: 'descending', name: 'Movement' },
  { column: 'to-par', direction: 'ascending', name: 'To Par' },
  { column: 'today', direction: 'ascending', name: 'Today' },
  { column: 'thru', direction: 'descending', name: 'Thru' },
] as const

export const roundColumns = ['r1', 'r2', 'r3', 'r4'] as const

export type GolfersColumn = (typeof orders)[number]['column'] | (typeof roundColumns)[number] | 'total'

/** The stored order of the golfers leaderboard. */
export function useGolfersSort() {
  return useBoardSort<GolfersColumn>('golfers-sort', orders)
}

/**
 * The golfers sorted by a column. Equal ones stay in the feed's order, and those without a value come last in both
 * directions.
 */
export function sortGolfers(
  golfers: readonly GolferRow[],
  { column, direction }: BoardSort<GolfersColumn>,
): readonly GolferRow[] {
  if (column === 'pos' && direction === 'ascending') {
    // Until somebody has a position, by tee time.
    if (golfers.some(({ position }) => position !== noValue)) return golfers
    return sortGolfers(golfers, { column: 'thru', direction: 'descending' })
  }
  const sign = direction === 'ascending' ? 1 : -1
  return golfers
    .map((golfer, line) => ({ golfer, value: values[column](golfer, line) }))
    .sort((a, b) => {
      if (a.value !== null && b.value !== null) return sign * compare(a.value, b.value)
      if (a.value === b.value) return 0
      return a.value === null ? 1 : -1
    })
    .map(({ golfer }) => golfer)
}

type Value = number | string

/** Surnames by the alphabet. */
function compare(a: Value, b: Value): number {
  return typeof a === 'string' ? compareNames(a, String(b)) : a - Number(b)
}

/** The sort value in each column; null for a golfer who has nothing there. */
const values: Readonly<Record<GolfersColumn, (golfer: GolferRow, line: number) => Value | null>> = {
  pos: ({ isDNF }, line) => (isDNF ? null : line),
  movement: ({ movement }) => (toNumber(movement.text) ?? 0) * (movement.class === 'negative' ? -1 : 1),
  player: ({ fullName }) => toSurname(fullName),
  tier: ({ tier }) => tier,
  entries: ({ entryCount }) => entryCount,
  'to-par': ({ toPar, relativeScore }) => (toPar === noValue ? null : relativeScore),
  today: ({ currentRoundScore }) => (currentRoundScore === 'E' ? 0 : toNumber(currentRoundScore)),
  // Golfers waiting for their tee time have played less than all others; the later the time, the less.
  thru: ({ thru, teeTime }) =>
    thru === 'F' ? 18 : (toNumber(thru) ?? (teeTime === null ? null : -Date.parse(teeTime))),
  r1: (golfer) => toNumber(toShownStrokes(golfer, golfer.par).rounds[0]),
  r2: (golfer) => toNumber(toShownStrokes(golfer, golfer.par).rounds[1]),
  r3: (golfer) => toNumber(toShownStrokes(golfer, golfer.par).rounds[2]),
  r4: (golfer) => toNumber(toShownStrokes(golfer, golfer.par).rounds[3]),
  total: (golfer) => toNumber(toShownStrokes(golfer, golfer.par).total),
}

function toNumber(text: string | undefined): number | null {
  const number = Number.parseInt(text ?? '', 10)
  return Number.isNaN(number) ? null : number
}

/** "Viktor Hovland" becomes "Hovland V.": sorted by surname, then by initial. */
function toSurname(fullName: string): string {
  const [initial = '', ...surname] = toShortName(fullName).split(' ')
  return surname.length === 0 ? initial : `${surname.join(' ')} ${initial}`
}

/** A line of the board: a golfer, or a heading between two of them. */
export type GolfersLine = GolferRow | { readonly heading: string }

type Choice = {
  /** The ids of the favourites, who come first. */
  readonly starred: ReadonlySet<string>
  readonly cutline: Cutline | null
  readonly sort: BoardSort<GolfersColumn>
}

/** The favourites, then the others with the projected cut or, sorted by tier, with the tiers as headings. */
export function listLines(golfers: readonly GolferRow[], { starred, cutline, sort }: Choice): readonly GolfersLine[] {
  const favourites = golfers.filter(({ espnId }) => starred.has(espnId))
  const others = golfers.filter(({ espnId }) => !starred.has(espnId))
  const cut = findCutLineIndex(others, cutline)
  const lines = others.flatMap((golfer, index): GolfersLine[] => {
    const { tier } = golfer
    const isFirst = others[index - 1]?.tier !== tier
    const heading = tier === null ? 'Not in the pool' : `Tier ${tierNames[tier]}`
    return [
      ...(sort.column === 'tier' && isFirst ? [{ heading }] : []),
      golfer,
      ...(cutline !== null && index === cut ? [{ heading: `Projected Cut: ${cutline.displayValue}` }] : []),
    ]
  })
  return [...favourites, ...lines]
}
