import { memo } from 'react'
import { Link } from 'wouter'
import styles from './pool-table.module.css'

/** A link is costly to render: only a row of another entry renders it again. */
export const EntryName = memo(function EntryName(entry: { userId: number; name: string; number: number }) {
  return (
    <Link className={styles.link} to={`/results/${entry.userId}`} title={`${entry.name} ${entry.number}`}>
      <span className={styles.user}>{entry.name}</span> {entry.number}
    </Link>
  )
})
