import { useMemo, useState } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardSort } from '#web/board/board-sort.ts'
import type { BoardChances } from '#web/chances/use-chances.ts'
import { listMatchedLines, type PoolMatches } from '../table/pool-matches.ts'
import { type PoolOrder, toOrder } from '../table/use-pool-order.ts'
import { type ChancesColumn, isByChance, sortByChances } from './chances-sort.ts'

type Sort = BoardSort<ChancesColumn>

/**
 * The order of the rows. By chances, it changes only with refined figures, so that rows do not move twice at a refresh and
 * the first figures are only a change of the rows' contents. Another scenario is shown at once, like another sort.
 */
export function useChancesOrder(
  standings: Standings,
  { figures }: Pick<BoardChances, 'figures'>,
  sort: Sort,
  matches: PoolMatches | null,
  scenario?: unknown,
): PoolOrder {
  const [refined, setRefined] = useState({ figures, standings })
  const isUsable = refined.figures !== null && refined.standings.pool === standings.pool
  if (figures !== null && figures !== refined.figures && (figures.isRefined || !isUsable)) {
    setRefined({ figures, standings })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the viewer asks for is a view of its own, shown at once.
  const key = useMemo(() => ({}), [sort, matches, scenario])
  const base = isUsable && isByChance(sort.column) ? refined.standings : standings
  const chances = isUsable ? refined.figures?.chances : undefined
  return useMemo(() => {
    const lines =
      chances === undefined ? new Uint32Array(base.size).map((_, line) => line) : sortByChances(base, chances, sort)
    return toOrder(base, matches === null ? lines : listMatchedLines(base, matches, lines), key)
  }, [base, chances, sort, matches, key])
}
