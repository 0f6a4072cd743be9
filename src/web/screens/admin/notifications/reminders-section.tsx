import { useQuery } from '@tanstack/react-query'
import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { remindersQuery } from '#web/api/notification-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { Confirmation } from '../shared/confirmation.tsx'
import { formatCount } from '../shared/format-count.ts'
import { Question } from '../shared/question.tsx'
import { SectionState } from '../shared/section-state.tsx'
import { ShowMore } from '../shared/show-more.tsx'
import { useModalState } from '../shared/use-modal-state.ts'
import { useRowLimit } from '../shared/use-row-limit.ts'
import { countReminders, toProgressText } from './reminder-text.ts'
import styles from './reminders-section.module.css'
import { RemindersTable } from './reminders-table.tsx'
import { useSendReminders } from './use-send-reminders.ts'

/** People who have signed in but not entered, with reminders for one or all (docs/rules.md, 9.1). */
export function RemindersSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(remindersQuery(useApi(), tournament.id))
  const { openModal, ...confirmation } = useModalState<readonly ReminderCandidate[]>()
  const { remindOne, remindAll } = useSendReminders(tournament)
  const due = query.data?.filter(({ canBeReminded }) => canBeReminded) ?? []
  const recipientCount = confirmation.modal?.subject.length ?? 0
  return (
    <AdminSection
      title="Not entered yet"
      count={query.data?.length}
      hint="A reminder is an email with a link to the entry form. Each person gets at most one a day."
      tools={
        query.data !== undefined &&
        query.data.length > 0 && (
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
        {(candidates) =>
          candidates.length === 0 ? (
            <p>Everyone has entered.</p>
          ) : (
            <NotEnteredList candidates={candidates} onRemind={remindOne} />
          )
        }
      </SectionState>
      <Confirmation {...confirmation} title="Send reminders" onYes={remindAll}>
        <p>
          {recipientCount === 1
            ? `1 person who hasn’t entered ${tournament.name} will get an email.`
            : `${formatCount(recipientCount, 'person', 'people')} who haven’t entered ${tournament.name} will each get an email.`}{' '}
          This can’t be undone.
        </p>
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
      <p className={styles['progress']} role="status">
        {toProgressText(countReminders(candidates))}
      </p>
      <RemindersTable candidates={candidates.slice(0, shown.count)} onRemind={onRemind} />
      <ShowMore total={candidates.length} shown={shown} />
    </>
  )
}
