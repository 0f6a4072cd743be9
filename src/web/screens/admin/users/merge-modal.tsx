import type { MergePreview, Person } from '#contract/admin-contract.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { counted } from '../shared/counted.ts'
import { Question } from '../shared/question.tsx'
import { Warning } from '../shared/warning.tsx'
import styles from './merge-modal.module.css'
import type { Merging } from './use-merging.ts'

/** Shows what a merge would do and what stands in its way, and asks (specification, section 8 "Confirmations"). */
export function MergeModal({ asking, merge, close }: Pick<Merging, 'asking' | 'merge' | 'close'>) {
  if (asking === null) return null
  const { subject, isOpen } = asking
  return (
    <ConfirmModal
      open={isOpen}
      title="Merge users"
      onYes={() => merge(subject)}
      onNo={close}
      isImpossible={isImpossible(subject)}
    >
      <MergeBody preview={subject} />
    </ConfirmModal>
  )
}

function MergeBody({ preview }: { preview: MergePreview }) {
  const { target, sources, conflicts, privileged, secret } = preview
  return (
    <div className={styles['merge']}>
      <Parties target={target} sources={sources} />
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
      {isImpossible(preview) ? (
        <p>Nothing can be merged as it is. Close this and change what is selected.</p>
      ) : (
        <Movement {...preview} />
      )}
    </div>
  )
}

function isImpossible({ conflicts, privileged, secret }: MergePreview): boolean {
  return conflicts.length + privileged.length + secret.length > 0
}

function Parties({ target, sources }: Pick<MergePreview, 'target' | 'sources'>) {
  return (
    <dl className={styles['parties']}>
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

function Movement({ target, sources, moves }: MergePreview) {
  return (
    <>
      <div>
        <p>{target.name} takes over:</p>
        <ul className={styles['moves']}>
          <li>{counted(moves.identities, 'way to sign in', 'ways to sign in')}</li>
          <li>{counted(moves.entries, 'entry', 'entries')}</li>
          <li>results in {counted(moves.results, 'tournament')}</li>
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
