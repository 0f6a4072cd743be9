import { useId } from 'react'
import { toAge, toClock } from '#web/time/time-text.ts'
import { useNow } from '#web/time/use-now.ts'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-footer.tsx'
import styles from './board-status.module.css'

type Props = {
  /** The round, or "Final". */
  children: string
  isStale: boolean
  /** When the scores last changed, ISO 8601; null while there are none. */
  changedAt: string | null
}

/** The line above the title of a board without controls: the round, and the age of stale scores. */
export function BoardStatus({ children, isStale, changedAt }: Props) {
  const now = useNow(10_000)
  return (
    <>
      <span>{children}</span>
      {isStale && changedAt !== null && <span>Scores from {toAge(changedAt, now)} ago</span>}
    </>
  )
}

type LiveBoardStatusProps = BoardFreshnessProps & {
  children: string
  /** Whether this is the current tournament, whose scores can change. */
  isCurrent: boolean
}

/** The line above a board's title: the round and, beside it, how fresh the scores are. */
export function LiveBoardStatus({ children, isCurrent, ...props }: LiveBoardStatusProps) {
  const { live, freshness, hasStarted } = props
  const canChange = isCurrent && !freshness.isFinal
  const isLive = canChange && hasStarted && live.leaderboard !== null && !live.isPast
  const isLost = canChange && live.connection === 'offline'
  return (
    <>
      <span className={styles.round} data-stale={(isLive && freshness.staleReason !== null) || undefined}>
        {children}
      </span>
      {isLive && <BoardFreshnessButton {...props} />}
      {isLive && (live.delay ?? 0) > 0 && <span>{live.delay} s later</span>}
      {live.isPast && <span>Replay</span>}
      {isLost && !isLive && <span>No connection</span>}
      <span className="visually-hidden" role="status">
        {isLost && 'The connection is lost.'}
      </span>
    </>
  )
}

/** "Live · 6:19 PM" beside the round, or the age of stale scores. A tap shows the details. */
function BoardFreshnessButton(props: BoardFreshnessProps) {
  const details = useId()
  return (
    <>
      <button type="button" className={`button-link ${styles.freshness}`} popoverTarget={details}>
        <Label {...props} />
      </button>
      <div id={details} popover="auto" className={`menu ${styles.details}`}>
        <BoardFreshnessDetails {...props} />
      </div>
    </>
  )
}

function Label({ live: { leaderboard, feedChecked, connection }, freshness: { staleReason } }: BoardFreshnessProps) {
  const now = useNow(10_000)
  if (leaderboard === null) return null
  if (staleReason === null) {
    const { kind, since } = leaderboard.source
    const isByHand = kind === 'hand' && since !== null
    const checked = isByHand ? since : (feedChecked ?? leaderboard.timeStamp)
    return (
      <>
        {isByHand ? 'By hand' : 'Live'} · <time dateTime={checked}>{toClock(checked)}</time>
      </>
    )
  }
  return (
    <>
      <strong>{connection === 'offline' ? 'No connection' : 'Not updating'}</strong> ·{' '}
      <span>Scores from {toAge(leaderboard.timeStamp, now)} ago</span>
    </>
  )
}
