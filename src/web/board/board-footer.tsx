import type { ReactNode } from 'react'
import { toAge, toClockWithSeconds, toMoment } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'
import styles from './board-footer.module.css'

export type BoardFooterProps = {
  refreshMs: number
  /** Milliseconds since 1970; null before the first answer. */
  lastRefresh: number | null
  /** When the scores last changed, ISO 8601; null while there are none. */
  changedAt: string | null
  /** When the server last asked the feed, ISO 8601. */
  feedChecked: string | null
  /** Why these scores are old, in words; null while all goes well. */
  staleReason: string | null
  /** Nothing will change any more. */
  isFinal: boolean
}

/** How fresh the scores are (specification, section 2 "Pool"; looks). */
export function BoardFooter(props: BoardFooterProps) {
  const { refreshMs, lastRefresh, changedAt, feedChecked, staleReason, isFinal } = props
  const now = useNow(10_000)
  return (
    <footer className={styles['footer']}>
      {isFinal ? (
        <p>Final. The scores are not asked for any more.</p>
      ) : (
        <p>
          Refreshes every {refreshMs / 1000} seconds.{' '}
          {lastRefresh !== null && <>Last refresh {toClockWithSeconds(lastRefresh)}.</>}
        </p>
      )}
      <p>
        {changedAt !== null && <Timestamp label="Scores last changed" instant={changedAt} now={now} />}{' '}
        {feedChecked !== null && <Timestamp label="Feed last asked" instant={feedChecked} now={now} />}
      </p>
      {staleReason !== null && changedAt !== null && (
        <p className={styles['warning']}>
          These are the last good scores, {toAge(changedAt, now)} old: {staleReason}
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
