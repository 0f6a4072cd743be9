import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './pool-skeleton.module.css'

/** Reserves the final layout while the tournament loads. */
export function PoolSkeleton() {
  return (
    <>
      <PageHeadingSkeleton />
      <PoolSkeletonRows />
    </>
  )
}

const rows = Array.from({ length: 12 }, (_, line) => line)

/** Enough rows of the final height to fill the window. */
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
