import { useMemo, useState } from 'react'
import type { Chances } from '#domain/forecast/forecast.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { toWholePercent } from '#domain/text/percent.ts'
import { type BoardSort, toSortOrders, useBoardSort } from '#web/board/board-sort.ts'
import { listSortedLines } from '#web/board/sorted-lines.ts'
import type { BoardChances } from '#web/chances/use-chances.ts'
import type { PoolMatches } from '#web/screens/pool/table/pool-search.ts'
import { listLines, type PoolOrder, toOrder } from '#web/screens/pool/table/use-pool-order.ts'

const orders = toSortOrders(
  ['pos', 'Standings', 'Standings, last first'],
  ['name', 'Name, A to Z', 'Name, Z to A'],
  ['win', 'To win, likeliest first', 'To win, least likely first', 'descending'],
  ['top-three', 'Top 3, likeliest first', 'Top 3, least likely first', 'descending'],
  ['out', 'Out, likeliest first', 'Out, least likely first', 'descending'],
  ['places', 'Likely place, best first', 'Likely place, worst first'],
  ['to-par', 'To Par, lowest first', 'To Par, highest first'],
)

export type ChancesColumn = (typeof orders)[number]['column']

/** The remembered order of the chances, real or of a scenario. */
export function useChancesSort() {
  return useBoardSort('chances-sort', orders)
}

/**
 * The lines of the standings by a column of the chances. Rows that show the same figure stay in the order of the standings,
 * so that the noise of the simulations moves nothing.
 */
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
  const byPercent = (chances: Float64Array) => byRow(chances.map(toWholePercent))
  const { win, topThree, disqualified, likelyBest, likelyWorst } = chances
  switch (column) {
    case 'win':
      return listSortedLines(size, [byPercent(win)])
    case 'top-three':
      return listSortedLines(size, [byPercent(topThree)])
    case 'out':
      return listSortedLines(size, [byPercent(disqualified)])
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

/**
 * The order of the rows. By chances, it changes only with refined figures, so that the first ones of a refresh change the
 * content of the rows alone. Another scenario is shown at once, like another sort.
 */
export function useChancesOrder(
  standings: Standings,
  { figures }: Pick<BoardChances, 'figures'>,
  sort: BoardSort<ChancesColumn>,
  matches: PoolMatches | null,
  scenario?: unknown,
): PoolOrder {
  const [sorted, setSorted] = useState(figures)
  if (figures !== sorted && (figures === null || figures.isRefined || sorted === null)) setSorted(figures)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the viewer asks for is a view of its own, shown at once.
  const view = useMemo(() => ({}), [standings.pool, sort, matches, scenario])
  const chances = figures === null ? undefined : sorted?.chances
  return useMemo(() => {
    const lines = chances === undefined ? listLines(standings) : sortByChances(standings, chances, sort)
    return toOrder(standings, lines, matches, view)
  }, [standings, chances, sort, matches, view])
}
