import { useQuery } from '@tanstack/react-query'
import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { remindersQuery } from '#web/api/notification-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { formatCount } from '../shared/format-count.ts'
import { Question } from '../shared/question.tsx'
import { SectionState } from '../shared/section-state.tsx'
import { ShowMore } from '../shared/show-more.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useModalState } from '../shared/use-modal-state.ts'
import { useRowLimit } from '../shared/use-row-limit.ts'
import { countReminders, toProgressText } from './reminder-text.ts'
import styles from './reminders-section.module.css'
import { RemindersTable } from './reminders-table.tsx'
import { useSendReminders } from './use-send-reminders.ts'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** People who have signed in but not entered, with reminders for one or all (docs/rules.md, 9.1). */
export function RemindersSection({ tournament, actions }: Props) {
  const query = useQuery(remindersQuery(useApi(), tournament.id))
  const { modal, openModal, close } = useModalState<readonly ReminderCandidate[]>()
  const { remindOne, remindAll } = useSendReminders(actions, tournament)
  const due = query.data?.filter(({ canBeReminded }) => canBeReminded) ?? []
  return (
    <AdminSection
      title="Not entered yet"
      count={query.data?.length}
      hint="A reminder is an email with a link to the entry form. Each person gets at most one a day."
      tools={
        query.data !== undefined &&
        query.data.length > 0 && (
          <ActionButton
            actions={actions}
            action="remind-all"
            busyText="Sending…"
            isBlocked={due.length === 0}
            onPress={() => openModal(due)}
          >
            {due.length === 0
              ? 'Everyone was reminded today'
              : `Remind ${formatCount(due.length, 'person', 'people')}`}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the reminder list">
        {(candidates) =>
          candidates.length === 0 ? (
            <p>Everyone has entered.</p>
          ) : (
            <NotEnteredList candidates={candidates} actions={actions} onRemind={remindOne} />
          )
        }
      </SectionState>
      {modal !== null && (
        <ConfirmModal
          open={modal.isOpen}
          title="Send reminders"
          onNo={close}
          onYes={() => {
            close()
            void remindAll(modal.subject)
          }}
        >
          <p>
            {modal.subject.length === 1
              ? `1 person who hasn’t entered ${tournament.name} will get an email.`
              : `${formatCount(modal.subject.length, 'person', 'people')} who haven’t entered ${tournament.name} will each get an email.`}{' '}
            This can’t be undone.
          </p>
          <Question>Are you sure you want to send the reminders?</Question>
        </ConfirmModal>
      )}
    </AdminSection>
  )
}

type NotEnteredListProps = {
  candidates: readonly ReminderCandidate[]
  actions: AdminActions
  onRemind: (candidate: ReminderCandidate) => void
}

function NotEnteredList({ candidates, actions, onRemind }: NotEnteredListProps) {
  const shown = useRowLimit()
  return (
    <>
      <p className={styles['progress']} role="status">
        {toProgressText(countReminders(candidates))}
      </p>
      <RemindersTable candidates={candidates.slice(0, shown.count)} actions={actions} onRemind={onRemind} />
      <ShowMore total={candidates.length} shown={shown} />
    </>
  )
}
