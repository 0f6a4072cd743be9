import { BoardSkeletonRows } from '#web/board/board-skeleton-rows.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './golfers-skeleton.module.css'

/** Reserves the final layout while the tournament loads. */
export function GolfersSkeleton() {
  return (
    <>
      <PageHeadingSkeleton isBoard />
      <GolfersSkeletonRows />
    </>
  )
}

export function GolfersSkeletonRows() {
  return <BoardSkeletonRows count={20} cells={2} styles={styles} />
}
