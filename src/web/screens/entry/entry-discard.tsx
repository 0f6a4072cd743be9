import { useState } from 'react'
import { Modal } from '../../components/modal.tsx'
import styles from './entry-form.module.css'

type Props = {
  /** How many fields will lose what is in them now. */
  count: number
  /** There is a saved entry to go back to. */
  hasSaved: boolean
  onDiscard: () => void
  focusAfter: () => HTMLElement | null
}

/** Gives up what is not saved, after saying what goes. */
export function EntryDiscard({ count, hasSaved, onDiscard, focusAfter }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const places = `${count} ${count === 1 ? 'place' : 'places'}`
  const actions = (
    <>
      <button type="button" className="button-quiet" onClick={close}>
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
        <button type="button" className={styles['copy']} onClick={() => setIsOpen(true)}>
          {hasSaved ? 'Discard changes' : 'Start over'}
        </button>
      )}
      <Modal
        open={isOpen}
        onClose={close}
        title={hasSaved ? 'Discard changes?' : 'Start over?'}
        actions={actions}
        focusAfter={focusAfter}
      >
        <p>
          {hasSaved
            ? `The form goes back to the saved entry. Yours differs in ${places}.`
            : `All that you have filled in goes: ${places}.`}
        </p>
      </Modal>
    </div>
  )
}
