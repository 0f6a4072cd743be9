import { type ComponentProps, type Ref, useCallback, useMemo } from 'react'
import type { BoardHandle } from '#web/board/board-body.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import { type BoardColumn, BoardTable } from '#web/board/board-table.tsx'
import { findSharedProgress } from '#web/board/golfer-progress.ts'
import { mostShortPlaces, type PoolColumn } from './pool-columns.ts'
import { PoolRow } from './pool-row.tsx'
import styles from './pool-table.module.css'
import type { PoolOrder } from './use-pool-order.ts'

type Props = Omit<ComponentProps<typeof PoolRow>, 'line' | 'standingLine' | 'isProgressShown'> & {
  order: PoolOrder
  /** The sort control of the headings; null if the pool cannot be sorted now. */
  headings: SortControl<PoolColumn> | null
  ref: Ref<BoardHandle>
}

/** One row per entry, in the order of docs/rules.md, 4.4, or sorted by a column; on a phone a row takes two lines. */
export function PoolTable({ order, headings, ref, ...row }: Props) {
  const { standings, before, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry } = row
  const isProgressShown = useMemo(() => findSharedProgress(standings.golfers) === null, [standings.golfers])
  const renderRow = useCallback(
    (line: number) => (
      <PoolRow
        standings={standings}
        before={before}
        hasScores={hasScores}
        isProgressShown={isProgressShown}
        showTiebreakers={showTiebreakers}
        matches={matches}
        userId={userId}
        onOpenGolfer={onOpenGolfer}
        onOpenEntry={onOpenEntry}
        line={line}
        standingLine={order.standingLineAt(line)}
      />
    ),
    [order, standings, before, hasScores, isProgressShown, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry],
  )
  return (
    <BoardTable
      label="Pool standings"
      className={styles.table ?? ''}
      columnsClassName={styles.columns}
      columns={showTiebreakers ? [...columns, ...tiebreakerColumns] : columns}
      control={headings}
      data-ties={showTiebreakers || undefined}
      data-large={standings.size > mostShortPlaces || undefined}
      order={order}
      renderRow={renderRow}
      ref={ref}
    />
  )
}

const columns: readonly BoardColumn<PoolColumn>[] = [
  ['pos', styles.pos, 'Pos'],
  ['name', styles.name, 'Name'],
  ['golfer-a', styles.golfer, 'Golfer A'],
  ['golfer-b', styles.golfer, 'Golfer B'],
  ['golfer-c', styles.golfer, 'Golfer C'],
  ['golfer-d', styles.golfer, 'Golfer D'],
  ['to-par', styles['to-par'], 'To Par'],
]

const tiebreakerColumns: readonly BoardColumn<PoolColumn>[] = [
  ['tie-1', styles.tiebreaker, 'Tie 1'],
  ['tie-2', styles.tiebreaker, 'Tie 2'],
]
