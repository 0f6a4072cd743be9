import type { Standings } from '#domain/standings/standings.ts'
import type { SortControl } from '#web/board/board-sort.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { SortHeading } from '#web/board/sort-heading.tsx'
import board from '../../../board/board-table.module.css'
import { mostShortPlaces, type PoolColumn } from './pool-columns.ts'
import type { PoolMatches } from './pool-matches.ts'
import { PoolRows } from './pool-rows.tsx'
import styles from './pool-table.module.css'
import type { PoolOrder } from './use-pool-order.ts'

type Props = {
  standings: Standings
  /** Without scores, rows are in the order of names and nobody is out (docs/rules.md, 3.2). */
  hasScores: boolean
  showTiebreakers: boolean
  order: PoolOrder
  /** The sort control of the headings; null if the pool cannot be sorted now. */
  headings: SortControl<PoolColumn> | null
  /** Their golfers are marked; null without a search. */
  matches: PoolMatches | null
  userId: number
  onOpenGolfer: (espnId: string) => void
  onOpenEntry: (entry: EntryKey) => void
}

/** One row per entry, in the order of docs/rules.md, 4.4, or sorted by a column; on a phone a row takes two lines. */
export function PoolTable({ standings, order, headings, hasScores, showTiebreakers, matches, userId, ...on }: Props) {
  return (
    <table
      role="table"
      className={`${board.table} ${styles.table}`}
      data-ties={showTiebreakers || undefined}
      aria-label="Pool standings"
      aria-rowcount={order.size + 1}
      data-large={standings.size > mostShortPlaces || undefined}
    >
      <thead role="rowgroup" className={`${board.head} ${styles.head}`}>
        <tr role="row" className={`${board.columns} ${styles.columns}`} aria-rowindex={1}>
          {listColumns(showTiebreakers).map(([column, style, text]) => (
            <SortHeading key={column} column={column} className={styles[style]} control={headings}>
              {text}
            </SortHeading>
          ))}
        </tr>
      </thead>
      <PoolRows {...{ standings, order, hasScores, showTiebreakers, matches, userId, ...on }} />
    </table>
  )
}

function listColumns(showTiebreakers: boolean) {
  return showTiebreakers ? [...columns, ...tiebreakerColumns] : columns
}

const columns = [
  ['pos', 'pos', 'Pos'],
  ['name', 'name', 'Name'],
  ['golfer-a', 'golfer', 'Golfer A'],
  ['golfer-b', 'golfer', 'Golfer B'],
  ['golfer-c', 'golfer', 'Golfer C'],
  ['golfer-d', 'golfer', 'Golfer D'],
  ['to-par', 'to-par', 'To Par'],
] as const

const tiebreakerColumns = [
  ['tie-1', 'tiebreaker', 'Tie 1'],
  ['tie-2', 'tiebreaker', 'Tie 2'],
] as const
