import { useMemo } from 'react'
import { type Standings, standingAt } from '#domain/standings.ts'
import { tierNames } from '#domain/tournament.ts'
import type { BoardOrder } from '#web/board/board-order.ts'
import { columnHeaderRole, rowGroupRole, rowRole, tableRole } from '#web/ui/board-roles.ts'
import board from '../../../board/board-table.module.css'
import { BoardRows } from './board-rows.tsx'
import { listFoundLines, listFoundTiers, type PoolFinding } from './pool-find.ts'
import { PoolRow } from './pool-row.tsx'
import styles from './pool-table.module.css'

type Props = {
  standings: Standings
  /** Without scores the rows stand in the order of names, and nobody is out. */
  hasScores: boolean
  showsTies: boolean
  /** Leaves only what is found; null for everybody. */
  finding: PoolFinding | null
  userId: number
  onGolfer: (espnId: string) => void
}

/** Every entry on a row (specification, section 2 "Pool"). A phone shows a row on two lines. */
export function PoolTable({ standings, hasScores, showsTies, finding, userId, onGolfer }: Props) {
  const order = useMemo(
    () => (finding === null ? toOrder(standings) : toFoundOrder(standings, finding)),
    [standings, finding],
  )
  return (
    <table
      {...tableRole}
      className={styles['table']}
      data-ties={showsTies ? '' : undefined}
      aria-label="Pool standings"
      aria-rowcount={order.size + 1}
    >
      <thead {...rowGroupRole} className={`${board['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${board['columns']} ${styles['columns']}`} aria-rowindex={1}>
          <Column name="pos">Pos</Column>
          <Column name="name">Name</Column>
          {tierNames.map((tier) => (
            <Column key={tier} name="golfer">{`Golfer ${tier}`}</Column>
          ))}
          <Column name="to-par">To Par</Column>
          {showsTies && <Column name="tie">Tie 1</Column>}
          {showsTies && <Column name="tie">Tie 2</Column>}
        </tr>
      </thead>
      <BoardRows
        order={order}
        renderRow={(line) => {
          const standing = standingAt(standings, order.standingLineAt(line))
          const isOwn = standing.userId === userId
          const foundTiers = finding === null ? [] : listFoundTiers(standings.pool, finding, standing.row)
          return <PoolRow {...{ standing, line, isOwn, hasScores, showsTies, foundTiers, onGolfer }} />
        }}
      />
    </table>
  )
}

function Column({ name, children }: { name: string; children: string }) {
  return (
    <th {...columnHeaderRole} scope="col" className={styles[name]}>
      {children}
    </th>
  )
}

type PoolOrder = BoardOrder & {
  /** On which line of the standings the row of this line stands. */
  readonly standingLineAt: (line: number) => number
}

function toOrder({ size, ranking: { rowAtLine, lineOfRow } }: Standings): PoolOrder {
  return {
    size,
    keyAt: (line) => rowAtLine[line] ?? -1,
    lineOf: (key) => lineOfRow[Number(key)],
    standingLineAt: (line) => line,
  }
}

function toFoundOrder(standings: Standings, finding: PoolFinding): PoolOrder {
  const found = listFoundLines(standings, finding)
  const rows = found.map((line) => standings.ranking.rowAtLine[line] ?? -1)
  const lines = new Map(rows.map((row, line) => [row, line]))
  return {
    size: found.length,
    keyAt: (line) => rows[line] ?? -1,
    lineOf: (key) => lines.get(Number(key)),
    view: finding,
    standingLineAt: (line) => found[line] ?? -1,
  }
}
