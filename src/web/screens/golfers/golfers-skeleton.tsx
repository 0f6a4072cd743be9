import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './golfers-skeleton.module.css'

/** Reserves the final layout while the tournament loads. */
export function GolfersSkeleton() {
  return (
    <>
      <PageHeadingSkeleton />
      <GolfersSkeletonRows />
    </>
  )
}

const rows = Array.from({ length: 20 }, (_, line) => line)

/** Enough rows of the final height to fill the window. */
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
