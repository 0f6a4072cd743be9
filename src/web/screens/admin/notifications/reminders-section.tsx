import { useQuery } from '@tanstack/react-query'
import type { ReminderCandidate } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatNumber } from '#domain/text/format.ts'
import { remindersQuery } from '#web/api/admin-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { toSendLabel } from '#web/notifications/reach-text.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { AdminTable, ShowMore, useRowLimit } from '#web/screens/admin/common/admin-table.tsx'
import { countReach, countReminders, explainNobodyDue, toProgressText, toReminderText } from './reminder-text.ts'
import { SendNow, useSending } from './send-now.tsx'

/** People who have signed in but not entered, with reminders for one or all (docs/rules.md, 9.1). */
export function RemindersSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(remindersQuery(tournament.id))
  // Whoever presses the button needs no reminder.
  const viewerId = useQuery(userQuery).data?.id
  const others = query.data?.people.filter(({ id }) => id !== viewerId) ?? []
  const due = others.filter(({ canBeReminded }) => canBeReminded)
  const reach = countReach(due)
  return (
    <FoldedSection
      title="Not entered yet"
      count={query.data?.people.length}
      hint="A reminder has a link to the entry form. Each person gets at most one a day, automatic ones included."
      tools={
        others.length > 0 && (
          <SendNow
            message="reminders"
            path={api.adminReminders(tournament.id)}
            body={{ userIds: due.slice(0, maxUserIds).map(({ id }) => id) }}
            label={due.length === 0 ? explainNobodyDue(others) : toSendLabel('Remind', reach)}
            isBlocked={due.length === 0}
            preview={query.data?.message ?? null}
            reach={reach}
          >
            {due.length === 1
              ? `This message is for 1 person who hasn’t entered ${tournament.name}.`
              : `This message is for ${formatNumber(due.length)} people who haven’t entered ${tournament.name}.`}
          </SendNow>
        )
      }
    >
      <SectionState
        query={query}
        loadError="Couldn’t load the reminder list."
        refreshError="Couldn’t refresh the reminder list. This list may be out of date."
      >
        {(reminders) =>
          reminders.people.length === 0 ? (
            <p>Everyone has entered.</p>
          ) : (
            <NotEnteredList candidates={reminders.people} tournamentId={tournament.id} />
          )
        }
      </SectionState>
    </FoldedSection>
  )
}

/** The maximum of the API. */
const maxUserIds = 5_000

type ListProps = { candidates: readonly ReminderCandidate[]; tournamentId: number }

function NotEnteredList({ candidates, tournamentId }: ListProps) {
  const shown = useRowLimit()
  return (
    <>
      <p className="small-print" role="status">
        {toProgressText(countReminders(candidates))}
      </p>
      <AdminTable label="Not entered yet" columns={['Name', 'Email', 'Reminder', 'Send']} className={styles.reminders}>
        {candidates.slice(0, shown.count).map((candidate) => (
          <tr role="row" key={candidate.id}>
            <th role="rowheader" scope="row">
              {candidate.name}
            </th>
            <td role="cell" className={styles.email}>
              {candidate.userName}
            </td>
            <td role="cell" className={candidate.reminder?.state === 'failed' ? 'field-error' : 'small-print'}>
              {toReminderText(candidate)}
            </td>
            <td role="cell" className={styles.send}>
              <RemindButton candidate={candidate} tournamentId={tournamentId} />
            </td>
          </tr>
        ))}
      </AdminTable>
      <ShowMore total={candidates.length} shown={shown} />
    </>
  )
}

type RemindButtonProps = { candidate: ReminderCandidate; tournamentId: number }

function RemindButton({ candidate: { id, name, way, canBeReminded }, tournamentId }: RemindButtonProps) {
  const sending = useSending('reminders', api.adminReminders(tournamentId))
  return (
    <ActionButton
      isRunning={sending.isPending}
      busyText="Sending…"
      isBlocked={!canBeReminded}
      onPress={() => sending.mutate({ userIds: [id] })}
    >
      {way === 'file' ? 'To a file' : 'Remind'}
      <span className="visually-hidden"> {name}</span>
    </ActionButton>
  )
}
