import { useMemo, useState } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardSort } from '#web/board/board-sort.ts'
import type { BoardChances } from '#web/chances/use-chances.ts'
import type { PoolMatches } from '../table/pool-matches.ts'
import { listLines, type PoolOrder, toOrder } from '../table/use-pool-order.ts'
import { type ChancesColumn, sortByChances } from './chances-sort.ts'

type Sort = BoardSort<ChancesColumn>

/**
 * The order of the rows. By chances, it changes only with refined figures, so that the first ones of a refresh change the
 * content of the rows alone. Another scenario is shown at once, like another sort.
 */
export function useChancesOrder(
  standings: Standings,
  { figures }: Pick<BoardChances, 'figures'>,
  sort: Sort,
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
