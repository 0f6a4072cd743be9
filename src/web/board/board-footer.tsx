import type { ReactNode } from 'react'
import { type LiveState, refreshIntervalMs } from '../live/live-connection.ts'
import { toAge, toClockWithSeconds, toMoment } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'
import styles from './board-footer.module.css'
import type { BoardFreshness } from './board-freshness.ts'

type Props = { live: LiveState; freshness: Pick<BoardFreshness, 'staleReason' | 'isFinal'> }

/** How fresh the scores are (docs/rules.md, 7.5 and 7.6). */
export function BoardFooter({ live, freshness: { staleReason, isFinal } }: Props) {
  const { lastRefresh, feedChecked, leaderboard } = live
  const changedAt = leaderboard?.timeStamp ?? null
  const now = useNow(10_000)
  return (
    <footer className={styles.footer}>
      {isFinal ? (
        <p>Final. Scores are no longer updated.</p>
      ) : (
        <p>
          Refreshes every {refreshIntervalMs / 1000} seconds.{' '}
          {lastRefresh !== null && <>Last refresh {toClockWithSeconds(lastRefresh)}.</>}
        </p>
      )}
      <p>
        {changedAt !== null && <Timestamp label="Scores last changed" instant={changedAt} now={now} />}{' '}
        {feedChecked !== null && <Timestamp label="Feed last checked" instant={feedChecked} now={now} />}
      </p>
      {staleReason !== null && changedAt !== null && (
        <p className={styles.warning}>
          Showing scores from {toAge(changedAt, now)} ago: {staleReason}
        </p>
      )}
    </footer>
  )
}

function Timestamp({ label, instant, now }: { label: string; instant: string; now: Date }): ReactNode {
  return (
    <>
      {label} <time dateTime={instant}>{toMoment(instant, now)}</time>.
    </>
  )
}
