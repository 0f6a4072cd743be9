import { useState } from 'react'
import { Modal } from '../ui/modal.tsx'
import styles from './discard-changes.module.css'

type Props = {
  /** How many fields will lose what is in them now. */
  count: number
  /** What is saved and gone back to, in a word: "entry". Null when there is nothing. */
  saved: string | null
  onDiscard: () => void
  getFinalFocus: () => HTMLElement | null
}

/** Gives up what is not saved, after saying what goes. */
export function DiscardChanges({ count, saved, onDiscard, getFinalFocus }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const fields = `${count} ${count === 1 ? 'place' : 'places'}`
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
    <div className={styles['discard']}>
      {count > 0 && (
        <button type="button" className={styles['action']} onClick={() => setIsOpen(true)}>
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
            ? `All that you have filled in goes: ${fields}.`
            : `The form goes back to the saved ${saved}. Yours differs in ${fields}.`}
        </p>
      </Modal>
    </div>
  )
}
