import type { MergePreview, Person } from '#contract/admin-contract.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { formatCount } from '../shared/format-count.ts'
import { Question } from '../shared/question.tsx'
import { Warning } from '../shared/warning.tsx'
import styles from './merge-modal.module.css'
import type { MergeState } from './use-merge-users.ts'

/** Shows what a merge would do and what stands in its way, and asks (specification, section 8 "Confirmations"). */
export function MergeModal({ modal, merge, close }: Pick<MergeState, 'modal' | 'merge' | 'close'>) {
  if (modal === null) return null
  const { subject, isOpen } = modal
  return (
    <ConfirmModal
      open={isOpen}
      title="Merge users"
      onYes={() => merge(subject)}
      onNo={close}
      isBlocked={isBlocked(subject)}
    >
      <MergeBody preview={subject} />
    </ConfirmModal>
  )
}

function MergeBody({ preview }: { preview: MergePreview }) {
  const { target, sources, conflicts, privileged, secret } = preview
  return (
    <div className={styles['merge']}>
      <MergedUsers target={target} sources={sources} />
      {privileged.length > 0 && (
        <Warning title="Admins and power users stay.">
          {listOf(privileged.map(nameOf))} would lose {privileged.length === 1 ? 'a role' : 'their roles'}.
          Make
          {privileged.length === 1 ? ' this user' : ' one of them'} the target, or have the operator take the
          role away first.
        </Warning>
      )}
      {conflicts.length > 0 && (
        <Warning title="More than one of them played in the same tournament.">
          A user has one place in a tournament: {listOf(conflicts.map(({ name }) => name))}. Leave out who has
          the same tournament as another of them.
        </Warning>
      )}
      {secret.length > 0 && (
        <Warning title="It has not started.">
          With their entry in {listOf(secret.map(({ name }) => name))} you would see the picks of another.
          Merge after the start.
        </Warning>
      )}
      {isBlocked(preview) ? (
        <p>Nothing can be merged as it is. Close this and change what is selected.</p>
      ) : (
        <MergeEffects {...preview} />
      )}
    </div>
  )
}

function isBlocked({ conflicts, privileged, secret }: MergePreview): boolean {
  return conflicts.length + privileged.length + secret.length > 0
}

function MergedUsers({ target, sources }: Pick<MergePreview, 'target' | 'sources'>) {
  return (
    <dl className={styles['users']}>
      <div>
        <dt>Target, stays</dt>
        <dd>
          <PersonLine person={target} />
        </dd>
      </div>
      <div>
        <dt>Goes into it</dt>
        {sources.map((source) => (
          <dd key={source.id}>
            <PersonLine person={source} />
          </dd>
        ))}
      </div>
    </dl>
  )
}

function PersonLine({ person: { name, userName } }: { person: Person }) {
  return (
    <>
      {name} <span>{userName}</span>
    </>
  )
}

function MergeEffects({ target, sources, moves }: MergePreview) {
  return (
    <>
      <div>
        <p>{target.name} takes over:</p>
        <ul className={styles['moves']}>
          <li>{formatCount(moves.identities, 'way to sign in', 'ways to sign in')}</li>
          <li>{formatCount(moves.entries, 'entry', 'entries')}</li>
          <li>results in {formatCount(moves.results, 'tournament')}</li>
        </ul>
      </div>
      <p className={styles['note']}>
        Whoever signs in as {sources.length === 1 ? 'the other' : 'one of the others'} afterwards arrives at{' '}
        {target.name}. This cannot be undone.
      </p>
      <Question>
        Are you sure you want to merge {listOf(sources.map(addressOf))} into {addressOf(target)}?
      </Question>
    </>
  )
}

const list = new Intl.ListFormat('en')

function listOf(texts: readonly string[]): string {
  return list.format(texts)
}

function nameOf({ name, userName }: Person): string {
  return userName === '' ? name : `${name} (${userName})`
}

function addressOf({ name, userName }: Person): string {
  return userName || name
}
