import { BoardSkeletonRows } from '#web/board/board-skeleton-rows.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './pool-skeleton.module.css'

/** Reserves the final layout while the tournament loads. */
export function PoolSkeleton() {
  return (
    <>
      <PageHeadingSkeleton isBoard />
      <PoolSkeletonRows />
    </>
  )
}

export function PoolSkeletonRows() {
  return <BoardSkeletonRows count={12} cells={5} styles={styles} />
}
