import { useId } from 'react'
import { Field } from '#web/ui/field.tsx'
import styles from '../admin.module.css'
import { ActionButton } from '../common/action-button.tsx'
import { toPersonName } from '../common/person-name.ts'
import { explainMergeBlock, type MergeState } from './use-merge-users.ts'

/** The selection, the target and the merge button, at the bottom of the screen while users are selected. */
export function MergeBar({ merging }: { merging: MergeState }) {
  const id = useId()
  const { selected, selectedUsers, setTarget, clear, prepare } = merging
  const blockReason = explainMergeBlock(selected)
  if (selected.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div className={styles['merge-bar']} role="group" aria-label="Merge">
      <Field label="Target">
        {(control) => (
          <select {...control} value={selected[0]} onChange={(event) => setTarget(Number(event.target.value))}>
            {selectedUsers.map((user) => (
              <option key={user.id} value={user.id}>
                {toPersonName(user)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="small-print" id={id} role="status">
        <strong>{selected.length} selected.</strong> {blockReason ?? 'The others will be merged into the target.'}
      </p>
      <div className={`buttons ${styles['merge-buttons']}`}>
        <ActionButton
          action="merge"
          busyText="Merging…"
          isBlocked={blockReason !== null}
          describedBy={id}
          onPress={prepare}
        >
          Merge
        </ActionButton>
        <button type="button" className="button-secondary" onClick={clear}>
          Clear
        </button>
      </div>
    </div>
  )
}
