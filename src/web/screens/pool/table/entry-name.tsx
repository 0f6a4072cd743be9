import { memo, use } from 'react'
import { Link } from 'wouter'
import { findRowOfUser } from '#domain/entries/pool.ts'
import { standingOfRow } from '#domain/standings/standings.ts'
import { WholePoolContext } from '#web/groups/use-friend-group.ts'
import { RivalsContext } from '#web/own-entries/use-own-entries.ts'
import styles from './pool-table.module.css'

type Props = { userId: number; name: string; number: number; isOwn: boolean }

/** The head of a row. A link is costly to render: only a row of another entry renders it again. */
export const EntryName = memo(function EntryName({ userId, name, number, isOwn }: Props) {
  const isRival = use(RivalsContext).has(userId)
  return (
    <th role="rowheader" scope="row" className={styles.name}>
      <Link className={styles.link} to={`/results/${userId}`} title={`${name} ${number}`}>
        <span className={styles.user} data-rival={isRival || undefined}>
          {name}
        </span>{' '}
        {number}
        <PoolPlace userId={userId} number={number} />
      </Link>
      {isOwn && <span className="visually-hidden"> (yours)</span>}
      {isRival && <span className="visually-hidden"> (followed)</span>}
    </th>
  )
})

/** Beside an entry of a group: its place in the whole pool. */
function PoolPlace({ userId, number }: Pick<Props, 'userId' | 'number'>) {
  const whole = use(WholePoolContext)
  const row = whole && findRowOfUser(whole.pool, userId, number)
  if (whole === null || row === null) return null
  return <span className={`small-print ${styles.pool}`}>{standingOfRow(whole, row).position} in pool</span>
}
