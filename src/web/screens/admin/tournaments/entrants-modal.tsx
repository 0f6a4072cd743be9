import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntrantChange, ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { ChangedPayments } from '#contract/payment-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { userQuery } from '#web/api/user-queries.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { DownloadButton } from '#web/states/download-button.tsx'
import { Choice, InputField } from '#web/ui/field.tsx'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { filterByName } from '#web/ui/name-filter.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'

type Entrants = {
  tournament: TournamentSummary
  list: readonly ListedEntrant[]
  removing: ListedEntrant | null
  marked?: readonly number[]
}

export type EntrantsState = ReturnType<typeof useEntrants>

/** Who has entered a tournament, also those whose entry is withdrawn, and what organisers can do about it (docs/rules.md, 2.8). */
export function useEntrants() {
  const { run } = useAdminActions()
  const { modal, openModal, close } = useModalState<Entrants>()

  async function show(tournament: TournamentSummary): Promise<void> {
    const { id } = tournament
    const work = (client: ApiClient) => client.get<ListedEntrant[]>(api.adminTournamentUsers(id, true))
    const list = await run({ key: `entrants-${id}`, doing: 'getting the entrants', work })
    if (list !== undefined) openModal({ tournament, list, removing: null })
  }

  async function change({ tournament }: Entrants, entrant: ListedEntrant, body: EntrantChange): Promise<void> {
    const { entryId, name } = entrant
    const list = await run({
      key: `entrant-${entryId}`,
      doing: `changing the entry of ${name}`,
      work: (client) => client.send<ListedEntrant[]>('POST', api.adminTournamentUsers(tournament.id), body),
      succeeded: () => ({ text: `The entry of ${name} was changed.`, detail: 'They get an email.' }),
    })
    if (list === undefined) close()
    else openModal({ tournament, list, removing: null })
  }

  /** Marks people as paid, or not paid; `marked` can be undone at once. */
  async function mark({ tournament }: Entrants, userIds: readonly number[], isPaid: boolean): Promise<void> {
    const { id } = tournament
    const saved = await run({
      key: `paid-${id}`,
      doing: 'saving who has paid',
      work: async (client) => {
        const marked = await client.send<ChangedPayments>('POST', api.adminPayments(id), { userIds, isPaid })
        return { marked: marked.userIds, list: await client.get<ListedEntrant[]>(api.adminTournamentUsers(id, true)) }
      },
    })
    if (saved !== undefined) openModal({ tournament, removing: null, list: saved.list, ...(isPaid && saved) })
  }

  return { modal, openModal, close, show, change, mark }
}

export function EntrantsModal({ modal, openModal, close, change, mark }: EntrantsState) {
  const { data: viewer } = useQuery(userQuery)
  const [reason, setReason] = useState('')
  const [filter, setFilter] = useState({ query: '', isUnpaid: false })
  if (modal === null) return null
  const { subject, isOpen } = modal
  const { tournament, list, removing, marked = [] } = subject
  if (removing !== null) {
    const { entryId, name } = removing
    return (
      <FormModal
        modal={modal}
        close={() => openModal({ ...subject, removing: null })}
        title={`Remove the entry of ${name}`}
        submitText="Remove"
        onSubmit={() => {
          if (reason.trim() !== '') change(subject, removing, { entryId, change: 'remove', reason })
        }}
      >
        <p>
          {hasStarted(tournament, new Date())
            ? 'It leaves the standings, and the board says so.'
            : 'Nobody sees its picks before the start.'}{' '}
          You can undo this until the tournament ends.
        </p>
        <InputField label="Why? Everyone can read it" maxLength={200} required value={reason} onChange={setReason} />
      </FormModal>
    )
  }
  const isStarted = hasStarted(tournament, new Date())
  const found = filterByName(list, filter.query, ({ name, userName }) => `${name} ${userName}`) ?? list
  const shown = filter.isUnpaid ? found.filter(isUnpaid) : found
  const unpaid = shown.filter(isUnpaid).map(({ id: userId }) => userId)
  return (
    <MessageModal open={isOpen} onClose={close} title={`Entrants of ${tournament.name}`}>
      {list.length === 0 && <p>No one has entered yet.</p>}
      <input
        className="input"
        type="search"
        aria-label="Search a name or address"
        placeholder="Search"
        value={filter.query}
        onChange={({ target }) => setFilter({ ...filter, query: target.value })}
      />
      {tournament.fee && (
        <div className={`cluster ${styles.more}`}>
          <Choice checked={filter.isUnpaid} onChange={(isUnpaid) => setFilter({ ...filter, isUnpaid })}>
            Unpaid only ({list.filter(isUnpaid).length})
          </Choice>
          {filter.isUnpaid && unpaid.length > 0 && (
            <ActionButton action={`paid-${tournament.id}`} onPress={() => mark(subject, unpaid, true)}>
              Mark {unpaid.length} as paid
            </ActionButton>
          )}
          {marked.length > 0 && (
            <ActionButton action={`paid-${tournament.id}`} onPress={() => mark(subject, marked, false)}>
              Undo {marked.length}
            </ActionButton>
          )}
          <DownloadButton
            label="CSV"
            fileName={`${tournament.name} payments.csv`}
            path={api.adminPayments(tournament.id)}
            className="button-text"
          />
        </div>
      )}
      <ul className="stack-close">
        {shown.map((entrant) => (
          <Entrant
            key={entrant.entryId}
            entrant={entrant}
            canEnter={!isStarted}
            isFinal={isStarted && (entrant.id === viewer?.id || isBefore(entrant.at, tournament.start))}
            onPaid={tournament.fee && ((isPaid) => mark(subject, [entrant.id], isPaid))}
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

/** What was removed before the start never counts again (docs/rules.md, 2.8). */
const isBefore = (at: string | null, start: string) => at !== null && Date.parse(at) < Date.parse(start)

const isUnpaid = ({ state, paidAt }: ListedEntrant) => state === 'entered' && paidAt === null

type EntrantProps = {
  entrant: ListedEntrant
  canEnter: boolean
  /** It can be neither removed nor restored. */
  isFinal: boolean
  onPaid: ((isPaid: boolean) => void) | undefined
  onRemove: () => void
  onChange: (what: 'undo' | 'allow') => void
}

function Entrant({ entrant, canEnter, isFinal, onPaid, onRemove, onChange }: EntrantProps) {
  const { entryId, name, userName, state, by, reason, paidAt } = entrant
  const owner = <span className="visually-hidden"> for {name}</span>
  const button = (text: string, onPress: () => void) => (
    <ActionButton action={`entrant-${entryId}`} className="button-text" onPress={onPress}>
      {text}
      {owner}
    </ActionButton>
  )
  return (
    <li className={`cluster ${styles.more} ${styles.entrant}`}>
      <div>
        {name} <p className="small-print">{userName}</p>
        {state !== 'entered' && (
          <strong className="small">{state === 'removed' ? `Removed by ${by}: ${reason}` : 'Withdrawn'}</strong>
        )}
      </div>
      <span className="cluster">
        {onPaid && (paidAt !== null || state === 'entered') && (
          <Choice aria-label={`Paid: ${name}`} checked={paidAt !== null} onChange={onPaid}>
            Paid
          </Choice>
        )}
        {state === 'entered' && !isFinal && button('Remove', onRemove)}
      </span>
      {state === 'removed' && !isFinal && (
        <span className="cluster">
          {button('Undo', () => onChange('undo'))}
          {canEnter && button('Allow to enter again', () => onChange('allow'))}
        </span>
      )}
    </li>
  )
}
