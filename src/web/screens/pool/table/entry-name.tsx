import { memo, use } from 'react'
import { Link } from 'wouter'
import { RivalsContext } from '#web/board/use-own-entries.ts'
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
      </Link>
      {isOwn && <span className="visually-hidden"> (yours)</span>}
      {isRival && <span className="visually-hidden"> (followed)</span>}
    </th>
  )
})
