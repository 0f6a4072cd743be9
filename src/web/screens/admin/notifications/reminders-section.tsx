import { useQuery } from '@tanstack/react-query'
import type { ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { remindersQuery, sendNow } from '#web/api/organiser-message-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import adminTable from '../common/admin-table.module.css'
import { AdminTable } from '../common/admin-table.tsx'
import { Confirmation, Question } from '../common/confirmation.tsx'
import { formatCount } from '../common/format-count.ts'
import { ShowMore, useRowLimit } from '../common/show-more.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { useModalState } from '../common/use-modal-state.ts'
import { MessagePreview } from './message-preview.tsx'
import { countReminders, toProgressText, toReminderText } from './reminder-text.ts'
import styles from './reminders-section.module.css'
import { toSendingText } from './sending-text.ts'

/** People who have signed in but not entered, with reminders for one or all (docs/rules.md, 9.1). */
export function RemindersSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(remindersQuery(useApi(), tournament.id))
  const { openModal, ...confirmation } = useModalState<readonly ReminderCandidate[]>()
  const { remindOne, remindAll } = useSendReminders(tournament)
  const people = query.data?.people ?? []
  const due = people.filter(({ canBeReminded }) => canBeReminded)
  const recipientCount = confirmation.modal?.subject.length ?? 0
  return (
    <AdminSection
      title="Not entered yet"
      count={query.data?.people.length}
      hint="A reminder has a link to the entry form, and comes by email or on the person’s devices, as they have chosen. Each person gets at most one a day, automatic ones included."
      tools={
        people.length > 0 && (
          <ActionButton
            action="remind-all"
            busyText="Sending…"
            isBlocked={due.length === 0}
            onPress={() => openModal(due)}
          >
            {due.length === 0 ? 'Everyone was reminded today' : `Remind ${formatCount(due.length, 'person', 'people')}`}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the reminder list">
        {(reminders) =>
          reminders.people.length === 0 ? (
            <p>Everyone has entered.</p>
          ) : (
            <NotEnteredList candidates={reminders.people} onRemind={remindOne} />
          )
        }
      </SectionState>
      <Confirmation {...confirmation} title="Send reminders" onYes={remindAll}>
        <p>
          {recipientCount === 1
            ? `1 person who hasn’t entered ${tournament.name} will get this message.`
            : `${formatCount(recipientCount, 'person', 'people')} who haven’t entered ${tournament.name} will get this message.`}{' '}
          This can’t be undone.
        </p>
        {query.data && <MessagePreview title="The reminder" message={query.data.message} />}
        <Question>Are you sure you want to send the reminders?</Question>
      </Confirmation>
    </AdminSection>
  )
}

type NotEnteredListProps = {
  candidates: readonly ReminderCandidate[]
  onRemind: (candidate: ReminderCandidate) => void
}

function NotEnteredList({ candidates, onRemind }: NotEnteredListProps) {
  const shown = useRowLimit()
  return (
    <>
      <p className={styles.progress} role="status">
        {toProgressText(countReminders(candidates))}
      </p>
      <RemindersTable candidates={candidates.slice(0, shown.count)} onRemind={onRemind} />
      <ShowMore total={candidates.length} shown={shown} />
    </>
  )
}

type Props = {
  candidates: readonly ReminderCandidate[]
  onRemind: (candidate: ReminderCandidate) => void
}

function RemindersTable({ candidates, onRemind }: Props) {
  return (
    <AdminTable label="Not entered yet" columns={['Name', 'Email', 'Reminder', 'Send']} layout={styles}>
      {candidates.map((candidate) => (
        <tr role="row" className={`${adminTable.row} ${styles.row}`} key={candidate.id}>
          <th role="rowheader" scope="row" className={styles.name}>
            {candidate.name}
          </th>
          <td role="cell" className={styles.email}>
            {candidate.userName}
          </td>
          <td role="cell" className={styles.state} data-state={candidate.reminder?.state}>
            {toReminderText(candidate)}
          </td>
          <td role="cell" className={styles.send}>
            <ActionButton
              action={`remind-${candidate.id}`}
              busyText="Sending…"
              isBlocked={!candidate.canBeReminded}
              onPress={() => onRemind(candidate)}
            >
              Remind<span className="visually-hidden"> {candidate.name}</span>
            </ActionButton>
          </td>
        </tr>
      ))}
    </AdminTable>
  )
}

/** The maximum of the API. */
const maxUserIds = 5_000

/** Sends reminders about a tournament. */
function useSendReminders({ id: tournamentId }: TournamentSummary) {
  const client = useApi()
  const actions = useAdminActions()

  function remind(key: string, candidates: readonly ReminderCandidate[]): Promise<unknown> {
    const userIds = candidates.slice(0, maxUserIds).map(({ id }) => id)
    return actions.run({
      key,
      busyText: 'Sending reminders…',
      work: () => sendNow(client, api.adminReminders(tournamentId), { userIds }),
      failedText: 'There was an error sending the reminders.',
      succeeded: ({ people }) => toResultText(people ?? 0, candidates.length),
    })
  }

  return {
    remindOne: (candidate: ReminderCandidate) => remind(`remind-${candidate.id}`, [candidate]),
    remindAll: (candidates: readonly ReminderCandidate[]) => remind('remind-all', candidates),
  }
}

function toResultText(people: number, requested: number) {
  if (people === 0) {
    return { text: 'No reminders were sent.', detail: 'Everyone has entered or was already reminded today.' }
  }
  const text = toSendingText(people)
  return people === requested ? { text } : { text, detail: 'The others have entered or were already reminded today.' }
}
