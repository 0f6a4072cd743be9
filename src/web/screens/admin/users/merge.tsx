import { useId } from 'react'
import type { MergePreview, Person } from '#contract/admin-contract.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { toPersonName } from '#web/screens/admin/common/person-name.ts'
import { Confirmation, Question, Warning } from '#web/ui/confirmation.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { explainMergeBlock, type MergeState } from './use-merge-users.ts'

/** Previews a merge or says why it is refused, and asks for confirmation (docs/rules.md, 11.3). */
export function MergeModal({ modal, merge, close }: Pick<MergeState, 'modal' | 'merge' | 'close'>) {
  if (modal === null) return null
  const body = <MergeBody {...modal.subject} />
  if (isBlocked(modal.subject)) {
    return (
      <MessageModal open={modal.isOpen} onClose={close} title="Merge users">
        {body}
      </MessageModal>
    )
  }
  return (
    <Confirmation modal={modal} close={close} title="Merge users" onYes={merge}>
      {body}
    </Confirmation>
  )
}

function MergeBody(preview: MergePreview) {
  const { target, sources, conflicts, privileged, secret } = preview
  const nameOf = (userId: number) => [target, ...sources].filter(({ id }) => id === userId).map(toPersonName)
  const unsolvable = conflicts.filter(({ entries }) => entries.length === 0)
  return (
    <div className="stack">
      <MergedUsers target={target} sources={sources} />
      {privileged.length > 0 && (
        <Warning title="Admins and power users can’t be merged.">
          {formatList(privileged.map(toPersonName))} would lose their role. Make a user with a role the target. End the
          power user role of any other in their menu first; the operator removes an admin’s.
        </Warning>
      )}
      {unsolvable.length > 0 && (
        <Warning title="More than one of these users has places in the same tournament.">
          {formatList(unsolvable.map(({ name }) => name))}: deselect one of these users.
        </Warning>
      )}
      {secret.length > 0 && (
        <Warning title="A tournament hasn’t started.">
          Merging now would reveal picks in {formatList(secret.map(({ name }) => name))}. Wait for the start, or
          withdraw every entry of these users: after the merge they can enter once more.
        </Warning>
      )}
      {isBlocked(preview) ? (
        <p>These users can’t be merged. Close this and change your selection.</p>
      ) : (
        <>
          {conflicts.map(({ id, name, entries: [kept, ...others] }) => (
            <p key={id}>
              {kept && `In ${name}, the entry of ${formatList(nameOf(kept.userId))} stays, because it was saved last. `}
              {`${formatCount(others.length, 'other is', 'others are')} withdrawn for good, and everybody sees that.`}
            </p>
          ))}
          <MergeEffects {...preview} />
        </>
      )}
    </div>
  )
}

function isBlocked({ conflicts, privileged, secret }: MergePreview): boolean {
  return privileged.length + secret.length > 0 || conflicts.some(({ entries }) => entries.length === 0)
}

function MergedUsers({ target, sources }: Pick<MergePreview, 'target' | 'sources'>) {
  return (
    <dl className={`stack-close ${styles.merged}`}>
      <div>
        <dt>Target (kept)</dt>
        <dd>
          {target.name} <span>{target.userName}</span>
        </dd>
      </div>
      <div>
        <dt>Merged into target</dt>
        {sources.map((source) => (
          <dd key={source.id}>
            {source.name} <span>{source.userName}</span>
          </dd>
        ))}
      </div>
    </dl>
  )
}

function MergeEffects({ target, sources, moves }: MergePreview) {
  return (
    <>
      <div>
        <p>Moved to {target.name}:</p>
        <ul className="points">
          <li>{formatCount(moves.identities, 'way to sign in', 'ways to sign in')}</li>
          <li>{formatCount(moves.entries, 'entry', 'entries')}</li>
          <li>results in {formatCount(moves.results, 'tournament')}</li>
        </ul>
      </div>
      <p className="small-print">
        Anyone who signs in with {sources.length === 1 ? 'the merged account' : 'one of the merged accounts'} will be
        signed in as {target.name}. This can’t be undone.
      </p>
      <Question>
        Are you sure you want to merge {formatList(sources.map(addressOf))} into {addressOf(target)}?
      </Question>
    </>
  )
}

function addressOf({ name, userName }: Person): string {
  return userName || name
}

/** The selection, the target and the merge button, at the bottom of the screen while users are selected. */
export function MergeBar({ merging }: { merging: MergeState }) {
  const id = useId()
  const { selected, selectedUsers, setTarget, clear, prepare, isRunning } = merging
  const blockReason = explainMergeBlock(selected)
  if (selected.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div className={styles['merge-bar']} role="group" aria-label="Merge">
      <SelectField
        label="Target"
        options={selectedUsers.map((user) => [user.id, toPersonName(user)])}
        value={selected[0]}
        onChange={(userId) => setTarget(Number(userId))}
      />
      <p className="small-print" id={id} role="status">
        <strong>{selected.length} selected.</strong> {blockReason ?? 'The others will be merged into the target.'}
      </p>
      <div className={`buttons ${styles['merge-buttons']}`}>
        <ActionButton
          isRunning={isRunning}
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
