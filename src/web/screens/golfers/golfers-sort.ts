import { findCutLineIndex } from '#domain/field/cut-line.ts'
import { type Cutline, type Golfer, noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { compareNames, toShortName } from '#domain/names/names.ts'
import { type Player, type Tier, tierNames } from '#domain/tournament/tournament.ts'
import { type BoardSort, type SortColumn, type SortDirection, useBoardSort } from '#web/board/board-sort.ts'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'

export type GolfersColumn =
  | 'pos'
  | 'movement'
  | 'player'
  | 'entries'
  | 'to-par'
  | 'today'
  | 'thru'
  | 'r1'
  | 'r2'
  | 'r3'
  | 'r4'
  | 'total'
  | 'tier'

export const roundColumns = ['r1', 'r2', 'r3', 'r4'] as const

function toColumn(
  column: GolfersColumn,
  ascending: string,
  descending: string,
  first: SortDirection = 'ascending',
): SortColumn<GolfersColumn> {
  return { column, first, ascending, descending }
}

const columns = [
  toColumn('pos', 'Leaderboard', 'Leaderboard, last first'),
  toColumn('player', 'Surname, A to Z', 'Surname, Z to A'),
  toColumn('tier', 'Tier, A to D', 'Tier, D to A'),
  toColumn('entries', 'Entries, fewest first', 'Entries, most first', 'descending'),
  toColumn('movement', 'Movement, most places lost first', 'Movement, most places gained first', 'descending'),
  toColumn('to-par', 'To Par, lowest first', 'To Par, highest first'),
  toColumn('today', 'Today, lowest first', 'Today, highest first'),
  toColumn('thru', 'Thru, fewest holes first', 'Thru, most holes first', 'descending'),
  toColumn('r1', 'R1, lowest first', 'R1, highest first'),
  toColumn('r2', 'R2, lowest first', 'R2, highest first'),
  toColumn('r3', 'R3, lowest first', 'R3, highest first'),
  toColumn('r4', 'R4, lowest first', 'R4, highest first'),
  toColumn('total', 'Tot, lowest first', 'Tot, highest first'),
] as const

/** The stored order of the golfers leaderboard. */
export function useGolfersSort() {
  return useBoardSort<GolfersColumn>('golfers-sort', columns)
}

/** The tiers of a tournament’s golfers, by espnId. */
export type GolferTiers = ReadonlyMap<string, Tier>

export function listTiers(players: readonly Player[]): GolferTiers {
  return new Map(players.map(({ espnId, tier }) => [espnId, tier]))
}

/**
 * The golfers sorted by a column. Equal ones stay in the feed's order, and those without a value come last in both
 * directions.
 */
export function sortGolfers(
  golfers: readonly GolferRow[],
  { column, direction }: BoardSort<GolfersColumn>,
  tiers: GolferTiers,
): readonly GolferRow[] {
  if (column === 'pos' && direction === 'ascending') {
    // Until somebody has a position, by tee time.
    if (golfers.some(({ position }) => position !== noValue)) return golfers
    return sortGolfers(golfers, { column: 'thru', direction: 'descending' }, tiers)
  }
  const sign = direction === 'ascending' ? 1 : -1
  const compare = column === 'player' ? compareSurnames : compareNumbers
  return golfers
    .map((golfer, line) => ({ golfer, value: toValue({ golfer, line, column, tiers }) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return sign * compare(a.value, b.value)
    })
    .map(({ golfer }) => golfer)
}

type Value = number | string

function compareNumbers(a: Value, b: Value): number {
  return Number(a) - Number(b)
}

function compareSurnames(a: Value, b: Value): number {
  return compareNames(String(a), String(b))
}

type ValueInput = { golfer: GolferRow; line: number; column: GolfersColumn; tiers: GolferTiers }

function toValue({ golfer, line, column, tiers }: ValueInput): Value | null {
  const { rounds, total } = toShownStrokes(golfer, golfer.par)
  switch (column) {
    case 'pos':
      return golfer.isDNF ? null : line
    case 'movement':
      return toMovementValue(golfer)
    case 'player':
      return toSurname(golfer.fullName)
    case 'entries':
      return golfer.entryCount
    case 'to-par':
      return golfer.toPar === noValue ? null : golfer.relativeScore
    case 'today':
      return toParValue(golfer.currentRoundScore)
    case 'thru':
      return toThruValue(golfer)
    case 'total':
      return toNumber(total)
    case 'tier':
      return tiers.get(golfer.espnId) ?? null
    default:
      return toNumber(rounds[Number(column.slice(1)) - 1])
  }
}

/** The columns in which somebody has more than a dash. A phone draws no others. */
export function listFilledColumns(golfers: readonly GolferRow[]): ReadonlySet<GolfersColumn> {
  const isFilled = (golfer: GolferRow, column: GolfersColumn) => {
    if (column === 'pos') return golfer.position !== noValue
    if (column === 'movement') return golfer.movement.class !== 'none'
    return toValue({ golfer, line: 0, column, tiers: new Map() }) !== null
  }
  return new Set(columns.map(({ column }) => column).filter((column) => golfers.some((row) => isFilled(row, column))))
}

function toMovementValue({ movement }: Golfer): number {
  const places = toNumber(movement.text) ?? 0
  return movement.class === 'negative' ? -places : places
}

/** Golfers waiting for their tee time have played less than all others; the later the time, the less. */
function toThruValue({ thru, teeTime }: Golfer): number | null {
  if (thru === 'F') return 18
  return toNumber(thru) ?? (teeTime === null ? null : -Date.parse(teeTime))
}

function toParValue(text: string): number | null {
  return text === 'E' ? 0 : toNumber(text)
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
  /** They come first. */
  readonly starred: ReadonlySet<string>
  readonly cutline: Cutline | null
  readonly sort: BoardSort<GolfersColumn>
  readonly tiers: GolferTiers
}

/** The favourites, then the others with the projected cut or, sorted by tier, with the tiers as headings. */
export function listLines(
  golfers: readonly GolferRow[],
  { starred, cutline, sort, tiers }: Choice,
): readonly GolfersLine[] {
  const favourites = golfers.filter(({ espnId }) => starred.has(espnId))
  const others = golfers.filter(({ espnId }) => !starred.has(espnId))
  const cut = findCutLineIndex(others, cutline)
  const lines = others.flatMap((golfer, index): GolfersLine[] => {
    const tier = tiers.get(golfer.espnId)
    const previous = others[index - 1]
    const isFirst = previous === undefined || tiers.get(previous.espnId) !== tier
    const heading = tier === undefined ? 'Not in the pool' : `Tier ${tierNames[tier]}`
    return [
      ...(sort.column === 'tier' && isFirst ? [{ heading }] : []),
      golfer,
      ...(cutline !== null && index === cut ? [{ heading: `Projected Cut: ${cutline.displayValue}` }] : []),
    ]
  })
  return [...favourites, ...lines]
}
