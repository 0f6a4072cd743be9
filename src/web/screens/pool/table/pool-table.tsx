import { useMemo } from 'react'
import type { Standings } from '#domain/standings.ts'
import { tierNames } from '#domain/tournament.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import board from '../../../board/board-table.module.css'
import { type PoolOrder, PoolRows } from './pool-rows.tsx'
import { listMatchedLines, type PoolMatches } from './pool-search.ts'
import styles from './pool-table.module.css'

type Props = {
  standings: Standings
  /** Without scores, rows are in the order of names and nobody is out (docs/rules.md, 3.2). */
  hasScores: boolean
  showTiebreakers: boolean
  /** Shows only the matching rows; null shows all. */
  matches: PoolMatches | null
  userId: number
  onOpenGolfer: (espnId: string) => void
  onOpenEntry: (entry: EntryKey) => void
}

/** One row per entry, in the order of docs/rules.md, 4.4; on a phone a row takes two lines. */
export function PoolTable({ standings, hasScores, showTiebreakers, matches, userId, ...on }: Props) {
  const order = useMemo(
    () => (matches === null ? toOrder(standings) : toFilteredOrder(standings, matches)),
    [standings, matches],
  )
  return (
    <table
      role="table"
      className={`${board.table} ${styles.table}`}
      data-ties={showTiebreakers || undefined}
      aria-label="Pool standings"
      aria-rowcount={order.size + 1}
    >
      <thead role="rowgroup" className={`${board.head} ${styles.head}`}>
        <tr role="row" className={`${board.columns} ${styles.columns}`} aria-rowindex={1}>
          <Column name="pos">Pos</Column>
          <Column name="name">Name</Column>
          {tierNames.map((tier) => (
            <Column key={tier} name="golfer">{`Golfer ${tier}`}</Column>
          ))}
          <Column name="to-par">To Par</Column>
          {showTiebreakers && <Column name="tiebreaker">Tie 1</Column>}
          {showTiebreakers && <Column name="tiebreaker">Tie 2</Column>}
        </tr>
      </thead>
      <PoolRows {...{ standings, order, hasScores, showTiebreakers, matches, userId, ...on }} />
    </table>
  )
}

function Column({ name, children }: { name: string; children: string }) {
  return (
    <th role="columnheader" scope="col" className={styles[name]}>
      {children}
    </th>
  )
}

function toOrder({ size, ranking: { rowAtLine, lineOfRow } }: Standings): PoolOrder {
  return {
    size,
    keyAt: (line) => rowAtLine[line] ?? -1,
    lineOf: (key) => lineOfRow[Number(key)],
    standingLineAt: (line) => line,
  }
}

function toFilteredOrder(standings: Standings, matches: PoolMatches): PoolOrder {
  const matchedLines = listMatchedLines(standings, matches)
  const rows = matchedLines.map((line) => standings.ranking.rowAtLine[line] ?? -1)
  const lines = new Map(rows.map((row, line) => [row, line]))
  return {
    size: matchedLines.length,
    keyAt: (line) => rows[line] ?? -1,
    lineOf: (key) => lines.get(Number(key)),
    view: matches,
    standingLineAt: (line) => matchedLines[line] ?? -1,
  }
}
