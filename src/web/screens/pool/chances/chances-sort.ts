import type { Chances } from '#domain/forecast/forecast.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { type BoardSort, type SortColumn, useBoardSort } from '#web/board/board-sort.ts'
import { listSortedLines } from '#web/board/sorted-lines.ts'

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

/** The lines of the standings by a column of the chances. Equal rows stay in the order of the standings. */
export function sortByChances(
  standings: Standings,
  chances: Chances,
  { column, direction }: BoardSort<ChancesColumn>,
): Uint32Array {
  const { size, placed, ranking } = standings
  const sign = direction === 'ascending' ? 1 : -1
  const byRow = (values: ArrayLike<number>, none = 0) => {
    return (line: number) => sign * (values[ranking.rowAtLine[line] ?? -1] || none)
  }
  const { win, topThree, disqualified, likelyBest, likelyWorst } = chances
  switch (column) {
    case 'win':
      return listSortedLines(size, [byRow(win), byRow(topThree)])
    case 'top-three':
      return listSortedLines(size, [byRow(topThree), byRow(win)])
    case 'out':
      return listSortedLines(size, [byRow(disqualified)])
    case 'places':
      // Disqualified is below the last place.
      return listSortedLines(size, [byRow(likelyBest, size + 1), byRow(likelyWorst, size + 1)])
    case 'name':
      return listSortedLines(size, [(line) => sign * (ranking.rowAtLine[line] ?? 0)])
    default:
      // Entries that are out come last in both directions.
      return listSortedLines(size, [(line) => (line < placed ? sign * line : size)])
  }
}
