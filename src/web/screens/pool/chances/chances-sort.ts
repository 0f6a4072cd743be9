import type { Chances } from '#domain/forecast/forecast.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { type BoardSort, type SortColumn, useBoardSort } from '#web/board/board-sort.ts'

export type ChancesColumn = 'win' | 'pos' | 'name' | 'top-three' | 'out' | 'places' | 'to-par'

type Column = SortColumn<ChancesColumn>

const win: Column = {
  column: 'win',
  first: 'descending',
  descending: 'To win, likeliest first',
  ascending: 'To win, least likely first',
}

const others: readonly [Column, ...Column[]] = [
  { column: 'pos', first: 'ascending', ascending: 'Standings', descending: 'Standings, last first' },
  { column: 'name', first: 'ascending', ascending: 'Name, A to Z', descending: 'Name, Z to A' },
  {
    column: 'top-three',
    first: 'descending',
    descending: 'Top 3, likeliest first',
    ascending: 'Top 3, least likely first',
  },
  { column: 'out', first: 'descending', descending: 'Out, likeliest first', ascending: 'Out, least likely first' },
  {
    column: 'places',
    first: 'ascending',
    ascending: 'Likely place, best first',
    descending: 'Likely place, worst first',
  },
  { column: 'to-par', first: 'ascending', ascending: 'To Par, lowest first', descending: 'To Par, highest first' },
]

const columns = [win, ...others] as const
/** A scenario moves the standings at once, and the chances a moment later. */
const standingsFirst: readonly [Column, ...Column[]] = [...others, win]

/** The remembered order of the chances. */
export function useChancesSort() {
  return useBoardSort<ChancesColumn>('chances-sort', columns)
}

/** The remembered order of a scenario. */
export function useScenarioSort() {
  return useBoardSort<ChancesColumn>('what-if-sort', standingsFirst)
}

/** Whether a column is sorted by chances, and not by the standings or the names. */
export function isByChance(column: ChancesColumn): boolean {
  return column === 'win' || column === 'top-three' || column === 'out' || column === 'places'
}

/**
 * The lines of the standings by a column of the chances. Equal rows stay in the order of the standings. Passes of a
 * counting sort, as 100,000 rows must not hold up the page.
 */
export function sortByChances(
  standings: Standings,
  chances: Chances,
  { column, direction }: BoardSort<ChancesColumn>,
): Uint32Array {
  const { size, placed, ranking } = standings
  const { simulations } = chances
  const inStandings = new Uint32Array(size).map((_, line) => line)
  const byChance = (lines: Uint32Array, shares: Float64Array) =>
    sortLines(lines, simulations, direction, (line) =>
      Math.round((shares[ranking.rowAtLine[line] as number] as number) * simulations),
    )
  switch (column) {
    case 'win':
      return byChance(byChance(inStandings, chances.topThree), chances.win)
    case 'top-three':
      return byChance(byChance(inStandings, chances.win), chances.topThree)
    case 'out':
      return byChance(inStandings, chances.disqualified)
    case 'places': {
      const byPlace = (lines: Uint32Array, places: Int32Array) =>
        sortLines(lines, size + 1, direction, (line) => places[ranking.rowAtLine[line] as number] || size + 1)
      return byPlace(byPlace(inStandings, chances.likelyWorst), chances.likelyBest)
    }
    case 'name':
      return direction === 'ascending' ? ranking.lineOfRow.slice() : ranking.lineOfRow.slice().reverse()
    default: {
      if (direction === 'ascending') return inStandings
      // Entries that are out come last in both directions.
      return Uint32Array.from(inStandings, (line) => (line < placed ? placed - 1 - line : line))
    }
  }
}

/** A stable sort by a whole number from 0 to `highest`. */
function sortLines(
  lines: Uint32Array,
  highest: number,
  direction: 'ascending' | 'descending',
  keyOf: (line: number) => number,
): Uint32Array {
  const keys = lines.map((line) => (direction === 'ascending' ? keyOf(line) : highest - keyOf(line)))
  const next = new Uint32Array(highest + 2)
  for (const key of keys) next[key + 1] = (next[key + 1] as number) + 1
  for (let key = 1; key < next.length; key += 1) next[key] = (next[key] as number) + (next[key - 1] as number)
  const sorted = new Uint32Array(lines.length)
  lines.forEach((line, index) => {
    const key = keys[index] as number
    sorted[next[key] as number] = line
    next[key] = (next[key] as number) + 1
  })
  return sorted
}
