import type { MergePreview, Person } from '#contract/admin-contract.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import { Confirmation, Question, Warning } from '#web/ui/confirmation.tsx'
import styles from '../admin.module.css'
import type { MergeState } from './use-merge-users.ts'

/** Previews a merge or says why it is refused, and asks for confirmation (docs/rules.md, 11.3). */
export function MergeModal({ modal, merge, close }: Pick<MergeState, 'modal' | 'merge' | 'close'>) {
  if (modal === null) return null
  return (
    <Confirmation {...{ modal, close }} title="Merge users" onYes={merge} isBlocked={isBlocked(modal.subject)}>
      <MergeBody preview={modal.subject} />
    </Confirmation>
  )
}

function MergeBody({ preview }: { preview: MergePreview }) {
  const { target, sources, conflicts, privileged, secret } = preview
  return (
    <div className="stack">
      <MergedUsers target={target} sources={sources} />
      {privileged.length > 0 && (
        <Warning title="Admins and power users can’t be merged.">
          {privileged.length === 1
            ? `${formatList(privileged.map(nameOf))} would lose their role. Make this user the target, or ask the operator to remove the role first.`
            : `${formatList(privileged.map(nameOf))} would lose their roles. Make one of them the target, and ask the operator to remove the other roles first.`}
        </Warning>
      )}
      {conflicts.length > 0 && (
        <Warning title="More than one of these users entered the same tournament.">
          Each user can have only one entry record per tournament. Conflicts:{' '}
          {formatList(conflicts.map(({ name }) => name))}. Deselect one of the conflicting users.
        </Warning>
      )}
      {secret.length > 0 && (
        <Warning title="A tournament hasn’t started.">
          Merging now would reveal picks in {formatList(secret.map(({ name }) => name))}. Merge after the start.
        </Warning>
      )}
      {isBlocked(preview) ? (
        <p>These users can’t be merged. Close this and change your selection.</p>
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
    <dl className={`stack-close ${styles.merged}`}>
      <div>
        <dt>Target (kept)</dt>
        <dd>
          <PersonLine person={target} />
        </dd>
      </div>
      <div>
        <dt>Merged into target</dt>
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
        <p>Moved to {target.name}:</p>
        <ul className={styles.moves}>
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

function nameOf({ name, userName }: Person): string {
  return userName === '' ? name : `${name} (${userName})`
}

function addressOf({ name, userName }: Person): string {
  return userName || name
}
