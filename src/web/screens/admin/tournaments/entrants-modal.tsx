import { useId, useState } from 'react'
import type { EntrantChange, ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import styles from '../admin.module.css'
import { ActionButton } from '../common/action-button.tsx'
import { FormModal } from '../common/form-modal.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'

type Entrants = { tournament: TournamentSummary; list: readonly ListedEntrant[]; removing: ListedEntrant | null }

export type EntrantsState = ReturnType<typeof useEntrants>

/** Who has entered a tournament, also those whose entry is withdrawn, and what organisers can do about it (docs/rules.md, 2.8). */
export function useEntrants() {
  const { run } = useAdminActions()
  const { modal, openModal, close } = useModalState<Entrants>()

  async function show(tournament: TournamentSummary): Promise<void> {
    const { id } = tournament
    const work = (client: ApiClient) => client.get<ListedEntrant[]>(api.adminTournamentUsers(id, true))
    const failedText = 'There was an error getting the entrants.'
    const list = await run({ key: `entrants-${id}`, busyText: 'Getting the entrants…', work, failedText })
    if (list !== undefined) openModal({ tournament, list, removing: null })
  }

  async function change({ tournament }: Entrants, entrant: ListedEntrant, body: EntrantChange): Promise<void> {
    const { name } = entrant
    const list = await run({
      key: `entrant-${entrant.entryId}`,
      busyText: `Changing the entry of ${name}…`,
      work: (client) => client.send<ListedEntrant[]>('POST', api.adminTournamentUsers(tournament.id), body),
      failedText: `There was an error changing the entry of ${name}.`,
      succeeded: () => ({ text: `The entry of ${name} was changed.`, detail: 'They get an email.' }),
    })
    if (list === undefined) close()
    else openModal({ tournament, list, removing: null })
  }

  return { modal, openModal, close, show, change }
}

export function EntrantsModal({ modal, openModal, close, change }: EntrantsState) {
  const id = useId()
  const [reason, setReason] = useState('')
  if (modal === null) return null
  const { subject, isOpen } = modal
  const { tournament, list, removing } = subject
  if (removing !== null) {
    const { entryId, name } = removing
    return (
      <FormModal
        isOpen={isOpen}
        title={`Remove the entry of ${name}`}
        submitText="Remove"
        onSubmit={() => {
          if (reason.trim() === '') document.getElementById(id)?.focus()
          else change(subject, removing, { entryId, change: 'remove', reason })
        }}
        onClose={() => openModal({ ...subject, removing: null })}
      >
        <p>Nobody sees its picks before the start. You can undo this until the tournament ends.</p>
        <div className="field">
          <label htmlFor={id}>Why? Everyone can read it</label>
          <input
            id={id}
            className="input"
            maxLength={200}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </FormModal>
    )
  }
  return (
    <MessageModal open={isOpen} onClose={close} title={`Entrants of ${tournament.name}`}>
      {list.length === 0 && <p>No one has entered yet.</p>}
      <ul className="stack-close">
        {list.map((entrant) => (
          <Entrant
            key={entrant.entryId}
            entrant={entrant}
            onRemove={() => {
              setReason('')
              openModal({ ...subject, removing: entrant })
            }}
            onChange={(what) => change(subject, entrant, { entryId: entrant.entryId, change: what })}
          />
        ))}
      </ul>
    </MessageModal>
  )
}

type EntrantProps = { entrant: ListedEntrant; onRemove: () => void; onChange: (what: 'undo' | 'allow') => void }

function Entrant({ entrant: { entryId, name, userName, state, by, reason }, onRemove, onChange }: EntrantProps) {
  const owner = <span className="visually-hidden"> for {name}</span>
  const button = (text: string, onPress: () => void) => (
    <ActionButton action={`entrant-${entryId}`} className="button-text" onPress={onPress}>
      {text}
      {owner}
    </ActionButton>
  )
  return (
    <li className={`cluster ${styles.more}`}>
      <span>
        {name} <span className="small-print">{userName}</span>
        {state !== 'entered' && (
          <strong className="small"> {state === 'removed' ? `Removed by ${by}: ${reason}` : 'Withdrawn'}</strong>
        )}
      </span>
      {state === 'entered' && button('Remove', onRemove)}
      {state === 'removed' && (
        <span className="cluster">
          {button('Undo', () => onChange('undo'))}
          {button('Allow to enter again', () => onChange('allow'))}
        </span>
      )}
    </li>
  )
}
