import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import styles from './board-skeleton.module.css'

type Props = { board: 'pool' | 'golfers' }

/** Reserves the final layout while the tournament loads. */
export function BoardSkeleton({ board }: Props) {
  return (
    <>
      <PageHeadingSkeleton isBoard />
      <BoardSkeletonRows board={board} />
    </>
  )
}

/** Enough rows of the final height to fill the window, while a board loads. */
export function BoardSkeletonRows({ board }: Props) {
  return (
    <div className={styles.rows} data-board={board} aria-hidden="true">
      {Array.from({ length: 20 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <div key={row} className={styles.row}>
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
