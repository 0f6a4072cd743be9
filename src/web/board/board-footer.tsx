import type { ReactNode } from 'react'
import { toAge, toClockWithSeconds, toMoment } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'
import styles from './board-footer.module.css'

export type BoardFooterProps = {
  refreshMs: number
  /** Milliseconds since 1970; null before the first answer. */
  lastRefresh: number | null
  /** When the scores last changed, ISO 8601; null while there are none. */
  changed: string | null
  /** When the server last asked the feed, ISO 8601. */
  feedChecked: string | null
  /** Why these scores are old, in words; null while all goes well. */
  trouble: string | null
  /** Nothing will change any more. */
  isFinal: boolean
}

/** How fresh the scores are (specification, section 2 "Pool"; looks). */
export function BoardFooter(props: BoardFooterProps) {
  const { refreshMs, lastRefresh, changed, feedChecked, trouble, isFinal } = props
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
        {changed !== null && <Moment label="Scores last changed" instant={changed} now={now} />}{' '}
        {feedChecked !== null && <Moment label="Feed last asked" instant={feedChecked} now={now} />}
      </p>
      {trouble !== null && changed !== null && (
        <p className={styles['trouble']}>
          These are the last good scores, {toAge(changed, now)} old: {trouble}
        </p>
      )}
    </footer>
  )
}

function Moment({ label, instant, now }: { label: string; instant: string; now: Date }): ReactNode {
  return (
    <>
      {label} <time dateTime={instant}>{toMoment(instant, now)}</time>.
    </>
  )
}
