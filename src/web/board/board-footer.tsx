import { toClockWithSeconds } from '#web/time/time-text.ts'
import { type LiveState, refreshIntervalMs } from '../live/live-connection.ts'
import styles from './board-footer.module.css'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-freshness-details.tsx'

/** Below the board of the current tournament: the refresh interval, the last refresh and the age of the scores. */
export function BoardFooter(props: BoardFreshnessProps) {
  const { live, freshness } = props
  return (
    <footer className={`small-print ${styles.footer}`}>
      <p>{freshness.isFinal ? 'Final. Scores are no longer updated.' : toRefreshText(live)}</p>
      <BoardFreshnessDetails {...props} />
    </footer>
  )
}

function toRefreshText({ lastRefresh, leaderboard, failure }: LiveState): string {
  if (leaderboard === null && failure === null) return ''
  const last = lastRefresh === null ? '' : ` Last refresh ${toClockWithSeconds(lastRefresh)}.`
  return `Refreshes every ${refreshIntervalMs / 1000} seconds.${last}`
}
