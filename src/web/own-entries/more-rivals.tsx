import { useState } from 'react'
import type { Standing } from '#domain/standings/standings.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import styles from './own-entries-bar.module.css'
import type { OwnEntry } from './use-own-entries.ts'

type Props = { entries: readonly OwnEntry[]; onOpen: (standing: Standing) => void }

/** The followed players who have no room in the bar, as a list. */
export function MoreRivals({ entries, onOpen }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`button-text ${styles.why}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {entries.length} more
      </button>
      <MessageModal open={isOpen} onClose={() => setIsOpen(false)} title="Players you follow">
        <ul className="lines">
          {entries.map(({ standing }) => (
            <li key={standing.row}>
              <button
                type="button"
                className="target"
                onClick={() => {
                  setIsOpen(false)
                  onOpen(standing)
                }}
              >
                {`${standing.position} ${standing.displayName}, ${standing.toPar}`}
              </button>
            </li>
          ))}
        </ul>
      </MessageModal>
    </>
  )
}
