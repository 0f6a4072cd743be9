import { useMemo } from 'react'
import { type Standings, standingAt } from '#domain/standings.ts'
import { tierNames } from '#domain/tournament.ts'
import type { BoardOrder } from '../../components/board-order.ts'
import { columnHeaderRole, rowGroupRole, rowRole, tableRole } from '../../components/board-roles.ts'
import { BoardRows } from '../../components/board-rows.tsx'
import { PoolRow } from './pool-row.tsx'
import styles from './pool-table.module.css'

type Props = {
  standings: Standings
  /** Without scores the rows stand in the order of names, and nobody is out. */
  hasScores: boolean
  showsTies: boolean
  userId: number
  onGolfer: (espnId: string) => void
}

/** Every entry on a row (specification, section 2 "Pool"). A phone shows a row on two lines. */
export function PoolTable({ standings, hasScores, showsTies, userId, onGolfer }: Props) {
  const order = useMemo(() => toOrder(standings), [standings])
  return (
    <table
      {...tableRole}
      className={styles['table']}
      data-ties={showsTies ? '' : undefined}
      aria-label="Pool standings"
      aria-rowcount={standings.size + 1}
    >
      <thead {...rowGroupRole} className={styles['head']}>
        <tr {...rowRole} className={styles['columns']} aria-rowindex={1}>
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
          const standing = standingAt(standings, line)
          const isOwn = standing.userId === userId
          return <PoolRow {...{ standing, isOwn, hasScores, showsTies, onGolfer }} />
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

function toOrder({ size, ranking: { rowAtLine, lineOfRow } }: Standings): BoardOrder {
  return {
    size,
    keyAt: (line) => rowAtLine[line] ?? -1,
    lineOf: (key) => lineOfRow[Number(key)],
  }
}
