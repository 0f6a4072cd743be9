import styles from './board-footer.module.css'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-freshness-details.tsx'

/** Below the board of the current tournament: the refresh interval, the last refresh and the age of the scores. */
export function BoardFooter(props: BoardFreshnessProps) {
  return (
    <footer className={`small-print ${styles.footer}`}>
      <BoardFreshnessDetails {...props} />
    </footer>
  )
}
