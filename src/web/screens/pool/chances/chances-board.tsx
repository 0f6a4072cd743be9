import { useEffect, useMemo, useRef, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standings } from '#domain/standings.ts'
import type { BoardOrder } from '#web/board/board-order.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { SortMenu } from '#web/board/sort-menu.tsx'
import type { ChancesState } from '#web/chances/chances-client.ts'
import { useChances } from '#web/chances/use-chances.ts'
import { listMatchedLines, type PoolMatches } from '../table/pool-search.ts'
import { type PoolOrder, toOrder } from '../table/use-pool-order.ts'
import styles from './chances.module.css'
import { sortByChances, useChancesSort } from './chances-sort.ts'
import { ChancesTable } from './chances-table.tsx'
import { toWaitingText } from './entry-chances.tsx'

export type ChancesBoardProps = {
  standings: Standings
  leaderboard: Leaderboard
  matches: PoolMatches | null
  userId: number
  onOpenEntry: (entry: EntryKey) => void
  /** Told which row is on which line, so that others can scroll to a row. */
  onOrder: (order: BoardOrder | null) => void
}

/** The "Chances" view of the pool. */
export function ChancesBoard({ standings, leaderboard, matches, userId, onOpenEntry, onOrder }: ChancesBoardProps) {
  const { pool } = standings
  const state = useChances({ pool, leaderboard, morning: true })
  const control = useChancesSort()
  const order = useChancesOrder(standings, state, control.sort, matches)
  useEffect(() => {
    onOrder(order)
    return () => onOrder(null)
  }, [order, onOrder])
  return (
    <>
      <div className={`no-print ${styles.strip}`}>
        <SortMenu control={control} />
        <ForecastNote state={state} />
      </div>
      <ChancesTable {...{ standings, state, order, userId, onOpenEntry }} headings={control} label="Pool standings" />
      {matches?.count === 0 && <p className="small-print">No entries match your search.</p>}
    </>
  )
}

/** That it is a forecast, in one sentence. */
export function ForecastNote({ state }: { state: ChancesState }) {
  if (state.figures === null) return <p className="small-print">{toWaitingText(state)}</p>
  return (
    <p className="small-print">
      A forecast from {state.figures.chances.simulations.toLocaleString('en')} simulations of what is left. Arrows: the
      change today, in points.
    </p>
  )
}

type Sort = ReturnType<typeof useChancesSort>['sort']

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
