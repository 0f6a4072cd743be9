import { Modal } from '#web/ui/modal.tsx'
import { toEntryList } from './form-state/entry-summary.ts'
import type { EntryQuestion } from './use-entry-editor.ts'

type Props = { question: EntryQuestion | null; onAnswer: (isYes: boolean) => void }

/** Asks whether entries are meant to be the same. It is loaded with the form, because it must work without a network. */
export function EqualEntriesModal({ question, onAnswer }: Props) {
  const actions = (
    <>
      <button type="button" className="button" onClick={() => onAnswer(false)}>
        No
      </button>
      <button type="button" className="button-secondary" onClick={() => onAnswer(true)}>
        Yes
      </button>
    </>
  )
  return (
    <Modal open={question !== null} onClose={() => onAnswer(false)} title="The same golfers" actions={actions}>
      {question !== null && (
        <>
          <p>{toEntryList(question.alike)} have the same four golfers, so they will always have the same score.</p>
          <p>Do you want to save them like this?</p>
        </>
      )}
    </Modal>
  )
}
