import { BoardHeadingSkeleton } from '#web/ui/board-skeleton.tsx'
import styles from './golfers-skeleton.module.css'

/** The board's measures while its tournament is on the way. */
export function GolfersSkeleton() {
  return (
    <>
      <BoardHeadingSkeleton />
      <GolfersSkeletonRows />
    </>
  )
}

const rows = Array.from({ length: 20 }, (_, line) => line)

/** As many rows as a window shows, of their final height. */
export function GolfersSkeletonRows() {
  return (
    <div className={styles['rows']} aria-hidden="true">
      {rows.map((line) => (
        <div key={line} className={styles['row']}>
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
