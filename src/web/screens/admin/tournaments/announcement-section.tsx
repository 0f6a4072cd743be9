import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AnnouncedEvent, Announcement } from '#contract/announcement-contract.ts'
import { api } from '#contract/paths.ts'
import { calendarQuery } from '#web/api/admin-queries.ts'
import { ActionButton, ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection } from '#web/screens/admin/common/admin-section.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toDayRange, toStartText } from '#web/time/time-text.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'
import { listAnnounceable } from './announceable-events.ts'
import { AnnouncementMessage } from './announcement-message.tsx'

/** Announces the next event, until its tiers are set or it is withdrawn (docs/rules.md, 8.7). */
export function AnnouncementSection({ announced }: { announced: Announcement | null }) {
  const { openModal, ...form } = useModalState<null>()
  const { mutate: change, isPending } = useAdminMutation({
    mutationFn: (client, event: AnnouncedEvent | null) => client.send('PUT', api.announcement(), { event }),
    texts: (event) => ({
      busy: 'Changing the announcement…',
      failed: 'There was an error changing the announcement.',
      done: event ? `${event.name} is announced.` : 'The announcement was withdrawn.',
    }),
  })
  const tools = announced ? (
    <ConfirmedAction
      action={{ mutate: () => change(null), isPending }}
      label="Withdraw"
      busyText="Withdrawing…"
      title={`Withdraw ${announced.event.name}`}
    >
      <p>
        The pool no longer shows it, and nobody is told. Its invitation links invite nobody until it is announced again;
        links for people who only watch still work.
      </p>
      <Question>Are you sure you want to withdraw it?</Question>
    </ConfirmedAction>
  ) : (
    <ActionButton onPress={() => openModal(null)}>Announce an event</ActionButton>
  )
  return (
    <FoldedSection title="Next event" tools={tools}>
      <div className="stack">
        <p>
          {announced ? describe(announced) : 'An event can be announced before its field is out.'}{' '}
          {announced?.after === null && <Link to="/tournament/new">Set the tiers</Link>}
        </p>
        {announced && <AnnouncementMessage key={announced.event.espnId} announced={announced} />}
      </div>
      <AnnounceModal {...form} onAnnounce={change} />
    </FoldedSection>
  )
}

function describe({ event: { name, start }, fieldOutAt, after }: Announcement): string {
  return `${name} is announced for ${toStartText(start)}. ${describeField({ fieldOutAt, after })}`
}

function describeField({ fieldOutAt, after }: Pick<Announcement, 'fieldOutAt' | 'after'>): string {
  if (after !== null) return `Picks open after ${after.name} has ended. You are told then when the field is out.`
  return fieldOutAt === null ? 'The field is not out yet. You are told when it is.' : 'The field is out.'
}

const fields = [
  ['name', 'Name', 'text'],
  ['start', 'Start, in your time', 'datetime-local'],
  ['first', 'Tiebreaker 1', 'text'],
  ['second', 'Tiebreaker 2', 'text'],
] as const

type ModalProps = OpenModal<null> & { onAnnounce: (event: AnnouncedEvent) => unknown }

/** Keeps the input. Everything can still be changed when the tiers are set. */
function AnnounceModal({ onAnnounce, ...form }: ModalProps) {
  const { data } = useQuery({ ...calendarQuery, enabled: form.modal?.isOpen === true })
  const [values, setValues] = useState({ espnId: '', name: '', start: '', first: '', second: '' })
  const events = listAnnounceable(data?.events ?? [])
  function choose(espnId: string): void {
    const { name = '', firstDay = '' } = events.find((event) => event.espnId === espnId) ?? {}
    setValues({ ...values, espnId, name, start: `${firstDay}T07:00` })
  }
  function submit(): void {
    form.close()
    const { espnId, name, first, second } = values
    onAnnounce({ espnId, name, start: new Date(values.start).toISOString(), tiebreakers: [first, second] })
  }
  return (
    <FormModal {...form} title="Announce an event" submitText="Announce" onSubmit={submit}>
      <SelectField
        label="Event"
        options={[
          ['', 'Choose an event'],
          ...events.map(
            ({ espnId, name, ...days }) => [espnId, `${name}, ${toDayRange(days.firstDay, days.lastDay)}`] as const,
          ),
        ]}
        required
        value={values.espnId}
        onChange={choose}
      />
      {fields.map(([key, label, type]) => (
        <InputField
          key={key}
          label={label}
          type={type}
          required
          value={values[key]}
          onChange={(value) => setValues({ ...values, [key]: value })}
        />
      ))}
    </FormModal>
  )
}
