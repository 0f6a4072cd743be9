import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntrantChange, ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { ChangedPayments } from '#contract/payment-contract.ts'
import { canDo, type TournamentAction } from '#contract/tournament-actions.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeReceived } from '#domain/payments/received.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import { entrantsQuery, serverSetupQuery } from '#web/api/admin-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { toFilesText } from '#web/notifications/reach-text.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { DownloadButton } from '#web/states/download-button.tsx'
import { Choice, InputField } from '#web/ui/field.tsx'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { filterByName } from '#web/ui/name-filter.ts'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'

type Entrants = {
  tournament: TournamentSummary
  list: readonly ListedEntrant[]
  removing: ListedEntrant | null
  marked?: readonly number[]
}

export type EntrantsState = ReturnType<typeof useEntrants>

type Change = { subject: Entrants; entrant: ListedEntrant; body: EntrantChange }
type Marking = { subject: Entrants; userIds: readonly number[]; isPaid: boolean }

/** The people who have entered a tournament or withdrawn, and what organisers can do about their entries (docs/rules.md, 2.8). */
export function useEntrants() {
  const { modal, openModal, close } = useModalState<Entrants>()
  const queries = useQueryClient()
  const isFiled = useQuery(serverSetupQuery).data?.isMailSetUp === false

  const { mutate: show } = useAdminMutation({
    mutationFn: (client, { id }: TournamentSummary) => client.get<ListedEntrant[]>(api.adminTournamentUsers(id, true)),
    texts: { busy: 'Getting the entrants…', failed: 'There was an error getting the entrants.' },
    onSuccess: (list, tournament) => openModal({ tournament, list, removing: null }),
  })

  const { mutate: change } = useAdminMutation({
    mutationFn: (client, { subject, body }: Change) =>
      client.send<ListedEntrant[]>('POST', api.adminTournamentUsers(subject.tournament.id), body),
    texts: ({ entrant: { name } }) => ({
      busy: `Changing the entry of ${name}…`,
      failed: `There was an error changing the entry of ${name}.`,
      done: `The entry of ${name} was changed.`,
      detail: isFiled ? toFilesText(1) : 'They get an email.',
    }),
    onSuccess: (list, { subject: { tournament } }) => openModal({ tournament, list, removing: null }),
    onError: close,
  })

  /** Marks people as paid, or not paid. What was marked can be undone until the next change. */
  const { mutate: mark } = useAdminMutation({
    async mutationFn(client, { subject, userIds, isPaid }: Marking) {
      const { id } = subject.tournament
      const marked = await client.send<ChangedPayments>('POST', api.adminPayments(id), { userIds, isPaid })
      return { marked: marked.userIds, list: await client.get<ListedEntrant[]>(api.adminTournamentUsers(id, true)) }
    },
    texts: { busy: 'Saving who has paid…', failed: 'There was an error saving who has paid.' },
    onSuccess({ marked, list }, { subject: { tournament }, isPaid }) {
      queries.setQueryData(entrantsQuery(tournament.id).queryKey, list)
      openModal({ tournament, removing: null, list, marked: isPaid ? marked : [] })
    },
  })

  return { modal, openModal, close, show, change, mark }
}

export function EntrantsModal({ modal, openModal, close, change, mark }: EntrantsState) {
  const { data: viewer } = useQuery(userQuery)
  const [filter, setFilter] = useState({ query: '', isUnpaid: false })
  if (modal === null) return null
  const { subject, isOpen } = modal
  const { tournament, list, removing, marked = [] } = subject
  const now = new Date()
  const isStarted = hasStarted(tournament, now)
  const can = (action: TournamentAction) => canDo(action, tournament, { now, isOtherActive: false })
  const isKept = ({ id, at }: ListedEntrant) => isStarted && (id === viewer?.id || isBefore(at, tournament.start))
  if (removing !== null) {
    return (
      <RemovalModal
        entrant={removing}
        isStarted={isStarted}
        modal={modal}
        close={() => openModal({ ...subject, removing: null })}
        onRemove={(body) => change({ subject, entrant: removing, body })}
      />
    )
  }
  const found = filterByName(list, filter.query, ({ name, userName }) => `${name} ${userName}`) ?? list
  const shown = filter.isUnpaid ? found.filter(isUnpaid) : found
  const unpaid = shown.filter(isUnpaid).map(({ id: userId }) => userId)
  return (
    <MessageModal open={isOpen} onClose={close} title={`Entrants of ${tournament.name}`}>
      {list.length === 0 && <p>No one has entered yet.</p>}
      <div className="stack-close">
        {tournament.fee && list.length > 0 && (
          <p className="strong">{describeReceived(tournament.fee, list.map(toPayer))}</p>
        )}
        <input
          className="input"
          type="search"
          aria-label="Search a name or address"
          placeholder="Search"
          value={filter.query}
          onChange={({ target }) => setFilter({ ...filter, query: target.value })}
        />
      </div>
      {tournament.fee && (
        <div className={`cluster ${styles.more}`}>
          <Choice checked={filter.isUnpaid} onChange={(isUnpaid) => setFilter({ ...filter, isUnpaid })}>
            Unpaid only ({list.filter(isUnpaid).length})
          </Choice>
          {unpaid.length > 0 && (
            <ActionButton onPress={() => mark({ subject, userIds: unpaid, isPaid: true })}>
              {filter.query.trim() === '' ? 'Mark all as paid' : `Mark ${unpaid.length} as paid`}
            </ActionButton>
          )}
          {marked.length > 0 && (
            <ActionButton onPress={() => mark({ subject, userIds: marked, isPaid: false })}>
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
            canEnter={can('allowEntry')}
            isFinal={!can('changeEntrants') || isKept(entrant)}
            onPaid={tournament.fee && ((isPaid) => mark({ subject, userIds: [entrant.id], isPaid }))}
            onRemove={() => openModal({ ...subject, removing: entrant })}
            onChange={(what) => change({ subject, entrant, body: { entryId: entrant.entryId, change: what } })}
          />
        ))}
      </ul>
    </MessageModal>
  )
}

type RemovalProps = OpenModal<Entrants> & {
  entrant: ListedEntrant
  isStarted: boolean
  onRemove: (change: EntrantChange) => void
}

/** Asks why an entry is removed. */
function RemovalModal({ modal, close, entrant: { entryId, name }, isStarted, onRemove }: RemovalProps) {
  const [reason, setReason] = useState('')
  function submit(): void {
    if (reason.trim() !== '') onRemove({ entryId, change: 'remove', reason })
  }
  return (
    <FormModal modal={modal} close={close} title={`Remove the entry of ${name}`} submitText="Remove" onSubmit={submit}>
      <p>
        {isStarted
          ? 'It leaves the standings, and the board says so. You can undo this until the tournament ends.'
          : 'Nobody sees its picks. You can undo this until the start; from then on it never counts.'}
      </p>
      <InputField label="Why? Everyone can read it" maxLength={200} required value={reason} onChange={setReason} />
    </FormModal>
  )
}

/** An entry removed before the start never counts again (docs/rules.md, 2.8). */
const isBefore = (at: string | null, start: string) => at !== null && Date.parse(at) < Date.parse(start)

export const isUnpaid = ({ state, paidAt }: ListedEntrant) => state === 'entered' && paidAt === null

export const toPayer = ({ state, paidAt }: ListedEntrant) => ({ isEntered: state === 'entered', paidAt })

type EntrantProps = {
  entrant: ListedEntrant
  canEnter: boolean
  /** The entry can be neither removed nor restored. */
  isFinal: boolean
  onPaid: ((isPaid: boolean) => void) | undefined
  onRemove: () => void
  onChange: (what: 'undo' | 'allow') => void
}

function Entrant({ entrant, canEnter, isFinal, onPaid, onRemove, onChange }: EntrantProps) {
  const { name, userName, state, by, reason, paidAt } = entrant
  const owner = <span className="visually-hidden"> for {name}</span>
  const button = (text: string, onPress: () => void) => (
    <ActionButton className="button-text" onPress={onPress}>
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
