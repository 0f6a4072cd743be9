import { formatCount } from '#domain/text/format.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'

type Props = {
  /** The number of fields with unsaved changes. */
  count: number
  /** The noun for the saved version, for example "entry". Null while nothing is saved. */
  saved: string | null
  onDiscard: () => void
  getFinalFocus: () => HTMLElement | null
}

/** Discards unsaved changes, after a confirmation that says how much is lost. */
export function DiscardChanges({ count, saved, onDiscard, getFinalFocus }: Props) {
  const { openModal, ...confirmation } = useModalState<null>()
  const fields = formatCount(count, 'field')
  const action = saved === null ? 'Start over' : 'Discard changes'
  return (
    <div className="buttons">
      {count > 0 && (
        <button type="button" className="button-danger" onClick={() => openModal(null)}>
          {action}
        </button>
      )}
      <Confirmation {...confirmation} title={`${action}?`} onYes={onDiscard} getFinalFocus={getFinalFocus}>
        <p>
          {saved === null
            ? `This clears everything you’ve entered (${fields}).`
            : `This restores the saved ${saved} and discards your changes to ${fields}.`}
        </p>
      </Confirmation>
    </div>
  )
}
