import { useState } from 'react'
import { Modal } from '../ui/modal.tsx'
import styles from './discard-changes.module.css'

type Props = {
  /** The number of fields with unsaved changes. */
  count: number
  /** What the form goes back to, in a word: "entry". Null when nothing is saved yet. */
  saved: string | null
  onDiscard: () => void
  getFinalFocus: () => HTMLElement | null
}

/** Discards unsaved changes, after a confirmation that says how much is lost. */
export function DiscardChanges({ count, saved, onDiscard, getFinalFocus }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const fields = `${count} ${count === 1 ? 'field' : 'fields'}`
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={close}>
        No
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          close()
          onDiscard()
        }}
      >
        Yes
      </button>
    </>
  )
  return (
    <div className={`cluster ${styles.discard}`}>
      {count > 0 && (
        <button type="button" className="button-text" onClick={() => setIsOpen(true)}>
          {saved === null ? 'Start over' : 'Discard changes'}
        </button>
      )}
      <Modal
        open={isOpen}
        onClose={close}
        title={saved === null ? 'Start over?' : 'Discard changes?'}
        actions={actions}
        getFinalFocus={getFinalFocus}
      >
        <p>
          {saved === null
            ? `This clears everything you've entered (${fields}).`
            : `This restores the saved ${saved} and discards your changes to ${fields}.`}
        </p>
      </Modal>
    </div>
  )
}
