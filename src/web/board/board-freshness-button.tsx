import { useId, useState } from 'react'
import { toAge, toClock } from '#web/time/time-text.ts'
import { useNow } from '../time/use-now.ts'
import { BoardFreshnessDetails, type BoardFreshnessProps } from './board-freshness-details.tsx'
import styles from './board-status.module.css'

/** "Live · 6:19 PM" beside the round, or the age of stale scores. A tap shows the details. */
export function BoardFreshnessButton(props: BoardFreshnessProps) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  return (
    <section
      className={styles.freshness}
      aria-label="Age of the scores"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        type="button"
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
        // A press takes the focus into it, so that it stays open.
        <div id={details} className={styles.details} tabIndex={-1}>
          <BoardFreshnessDetails {...props} />
        </div>
      )}
    </section>
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
