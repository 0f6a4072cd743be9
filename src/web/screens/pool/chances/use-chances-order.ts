import { useMemo, useRef, useState } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardSort } from '#web/board/board-sort.ts'
import type { ChancesState } from '#web/chances/chances-client.ts'
import { listMatchedLines, type PoolMatches } from '../table/pool-matches.ts'
import { type PoolOrder, toOrder } from '../table/use-pool-order.ts'
import { type ChancesColumn, sortByChances } from './chances-sort.ts'

type Sort = BoardSort<ChancesColumn>

/** Rows are ordered by refined figures where there are any, so that they do not move twice at a refresh. */
export function useChancesOrder(
  standings: Standings,
  { figures }: ChancesState,
  sort: Sort,
  matches: PoolMatches | null,
): PoolOrder {
  const [ordering, setOrdering] = useState(figures)
  if (ordering !== figures && (figures === null || figures.isRefined || ordering === null)) setOrdering(figures)
  const view = useRef({ sort, matches, key: {} })
  if (view.current.sort !== sort || view.current.matches !== matches) view.current = { sort, matches, key: {} }
  const { key } = view.current
  return useMemo(() => {
    const isUsable = ordering !== null && ordering.chances.win.length === standings.size
    const lines = isUsable
      ? sortByChances(standings, ordering.chances, sort)
      : new Uint32Array(standings.size).map((_, line) => line)
    return toOrder(standings, matches === null ? lines : listMatchedLines(standings, matches, lines), key)
  }, [standings, ordering, sort, matches, key])
}
