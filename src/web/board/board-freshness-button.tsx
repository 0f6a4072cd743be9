import { useId } from 'react'
import { toAge, toClock } from '#web/time/time-text.ts'
import { useNow } from '../time/use-now.ts'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-freshness-details.tsx'
import styles from './board-status.module.css'

/** "Live · 6:19 PM" beside the round, or the age of stale scores. A tap shows the details. */
export function BoardFreshnessButton(props: BoardFreshnessProps) {
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
