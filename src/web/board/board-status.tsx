import { useId } from 'react'
import { useNow } from '#web/time/use-now.ts'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-footer.tsx'
import { toFreshnessText } from './board-freshness.ts'
import styles from './board-status.module.css'

type LiveBoardStatusProps = BoardFreshnessProps & {
  /** The round, or "Final". */
  children: string
  /** Whether this is the current tournament, whose scores can change. */
  isCurrent: boolean
}

/** The line above a board's title: the round and, beside it, how fresh the scores are. A tap shows the details. */
export function LiveBoardStatus({ children, isCurrent, ...props }: LiveBoardStatusProps) {
  const { live, freshness, hasStarted } = props
  const details = useId()
  const canChange = isCurrent && !freshness.isFinal
  const isLive = canChange && hasStarted && live.leaderboard !== null && !live.isPast
  const isLost = canChange && live.connection === 'offline'
  return (
    <>
      <span className={styles.round} data-stale={(isLive && freshness.staleReason !== null) || undefined}>
        {children}
      </span>
      {isLive ? (
        <>
          <button type="button" className={`button-link ${styles.freshness}`} popoverTarget={details}>
            <Freshness {...props} />
          </button>
          <div id={details} popover="auto" className={`menu ${styles.details}`}>
            <BoardFreshnessDetails {...props} />
          </div>
        </>
      ) : (
        <Freshness {...props} />
      )}
      <span className="visually-hidden" role="status">
        {isLost && 'The connection is lost.'}
      </span>
    </>
  )
}

type FreshnessProps = Pick<BoardFreshnessProps, 'live' | 'freshness' | 'hasStarted'>

/** How fresh the scores are, on every screen that shows some. */
export function Freshness({ live, freshness, hasStarted }: FreshnessProps) {
  const now = useNow(10_000)
  const { isFinal, staleReason } = freshness
  const text = toFreshnessText(live, { isFinal, staleReason, hasStarted }, now)
  if (text === '') return null
  const isLoading = live.leaderboard === null && live.failure === null
  return (
    <span className={isLoading ? 'appear' : undefined} data-stale={staleReason !== null || undefined}>
      {text}
    </span>
  )
}
