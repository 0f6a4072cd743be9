import type { ComponentProps, RefObject } from 'react'
import type { BoardHandle } from '#web/board/board-body.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import { findKeyRow, type useOpenEntry } from './entry/open-entry.tsx'
import styles from './pool-board.module.css'
import { useScrollToShared } from './pool-scroll.ts'
import type { PoolColumn } from './table/pool-columns.ts'
import { PoolTable } from './table/pool-table.tsx'
import { usePoolOrder } from './table/use-pool-order.ts'

type Props = Omit<ComponentProps<typeof PoolTable>, 'order' | 'headings' | 'onOpenEntry' | 'ref'> & {
  control: SortControl<PoolColumn>
  entry: ReturnType<typeof useOpenEntry>
  ref: RefObject<BoardHandle | null>
}

/** The "Picks" view of the pool. */
export function PicksBoard({ control, entry, ref, ...table }: Props) {
  const { standings, matches, hasScores, showTiebreakers } = table
  const { order, headings } = usePoolOrder({ standings, matches, control, isSortable: hasScores, showTiebreakers })
  useScrollToShared(ref, order, entry.key === null ? null : findKeyRow(standings, entry.key))
  return (
    <>
      <PoolTable {...table} order={order} headings={headings} onOpenEntry={entry.open} ref={ref} />
      {matches?.count === 0 && <p className={styles.empty}>No entries match your search.</p>}
    </>
  )
}
