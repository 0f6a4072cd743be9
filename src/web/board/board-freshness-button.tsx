import { useId, useState } from 'react'
import { toAge, toClock } from '../time/board-time.ts'
import { useNow } from '../time/use-now.ts'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-freshness-details.tsx'
import styles from './board-status.module.css'

/** "Live · 6:19 PM" beside the round, or the age of stale scores. A tap shows the details. */
export function BoardFreshnessButton(props: BoardFreshnessProps) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  return (
    <div className={styles.freshness}>
      <button
        type="button"
        onBlur={() => setIsOpen(false)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setIsOpen(false)
        }}
        className={`button-link ${styles.button}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        // Safari does not focus a button that is clicked, and closing depends on the focus.
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          setIsOpen(!isOpen)
        }}
      >
        <Label {...props} />
      </button>
      {isOpen && (
        <div id={details} className={styles.details}>
          <BoardFreshnessDetails {...props} />
        </div>
      )}
    </div>
  )
}

function Label({ live: { leaderboard, feedChecked, connection }, freshness: { staleReason } }: BoardFreshnessProps) {
  const now = useNow(10_000)
  if (leaderboard === null) return null
  if (staleReason === null) {
    const checked = feedChecked ?? leaderboard.timeStamp
    return (
      <>
        Live · <time dateTime={checked}>{toClock(checked)}</time>
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
