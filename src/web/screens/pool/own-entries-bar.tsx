import { useState } from 'react'
import type { Standing } from '#domain/standings.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import styles from './own-entries-bar.module.css'
import { scrollToTop } from './pool-scroll.ts'

type Props = { ownStandings: readonly Standing[]; onSelect: (standing: Standing) => void }

/** The viewer’s positions in one line, with links to their rows and back to the top. */
export function OwnEntriesBar({ ownStandings, onSelect }: Props) {
  return (
    <nav className={`no-print ${styles.bar}`} aria-label="Your entries">
      <span className={styles.you} aria-hidden="true">
        You
      </span>
      {ownStandings.map((standing) => (
        <button key={standing.row} type="button" className={styles.entry} onClick={() => onSelect(standing)}>
          <span className="visually-hidden">Go to </span>
          <span className={styles.label}>Entry {standing.entryNumber}</span>{' '}
          <span className={styles.figures}>
            <BoardNumber className={styles.position}>{standing.position}</BoardNumber>
            {!standing.isDisqualified && (
              <>
                {' '}
                <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>
              </>
            )}
          </span>
        </button>
      ))}
      <button type="button" className={styles.top} onClick={() => scrollToTop()}>
        Top
      </button>
    </nav>
  )
}

const key = 'pool-own-entries'

/** Whether the viewer’s own entries stay in view. On by default, and stored in the browser. */
export function usePinnedEntries(): [boolean, (isPinned: boolean) => void] {
  const [isPinned, setIsPinned] = useState(read)
  return [
    isPinned,
    (next) => {
      setIsPinned(next)
      write(next)
    },
  ]
}

// Storage may be disabled; the choice then lasts as long as the page.
function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'loose'
  } catch {
    return true
  }
}

function write(isPinned: boolean): void {
  try {
    localStorage.setItem(key, isPinned ? 'pinned' : 'loose')
  } catch {}
}
