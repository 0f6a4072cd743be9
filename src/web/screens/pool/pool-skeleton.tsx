import { BoardHeadingSkeleton } from '#web/ui/board-skeleton.tsx'
import styles from './pool-skeleton.module.css'

/** The board's measures while its tournament is on the way. */
export function PoolSkeleton() {
  return (
    <>
      <BoardHeadingSkeleton />
      <PoolSkeletonRows />
    </>
  )
}

const rows = Array.from({ length: 12 }, (_, line) => line)

/** As many rows as a window shows, of their final height. */
export function PoolSkeletonRows() {
  return (
    <div className={styles['rows']} aria-hidden="true">
      {rows.map((line) => (
        <div key={line} className={styles['row']}>
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
