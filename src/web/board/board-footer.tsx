import type { ReactNode } from 'react'
import { toAge, toClockWithSeconds, toMoment } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'
import styles from './board-footer.module.css'

export type BoardFooterProps = {
  refreshMs: number
  /** Milliseconds since 1970; null before the first response. */
  lastRefresh: number | null
  /** When the scores last changed, ISO 8601; null while there are none. */
  changedAt: string | null
  /** When the server last polled the feed, ISO 8601. */
  feedChecked: string | null
  /** Why the scores are stale, as the end of a sentence; null while they are not. */
  staleReason: string | null
  /** The scores can no longer change. */
  isFinal: boolean
}

/** How fresh the scores are (docs/rules.md, 7.5 and 7.6). */
export function BoardFooter(props: BoardFooterProps) {
  const { refreshMs, lastRefresh, changedAt, feedChecked, staleReason, isFinal } = props
  const now = useNow(10_000)
  return (
    <footer className={styles['footer']}>
      {isFinal ? (
        <p>Final. Scores are no longer updated.</p>
      ) : (
        <p>
          Refreshes every {refreshMs / 1000} seconds.{' '}
          {lastRefresh !== null && <>Last refresh {toClockWithSeconds(lastRefresh)}.</>}
        </p>
      )}
      <p>
        {changedAt !== null && <Timestamp label="Scores last changed" instant={changedAt} now={now} />}{' '}
        {feedChecked !== null && <Timestamp label="Feed last checked" instant={feedChecked} now={now} />}
      </p>
      {staleReason !== null && changedAt !== null && (
        <p className={styles['warning']}>
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
