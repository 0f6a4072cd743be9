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

/** Who has signed in and has not entered, and a reminder for each or for all. */
export function RemindersSection({ tournament, actions }: Props) {
  const query = useQuery(remindersQuery(useApi(), tournament.id))
  const { modal, openModal, close } = useModalState<readonly ReminderCandidate[]>()
  const { remindOne, remindAll } = useSendReminders(actions, tournament)
  const due = query.data?.filter(({ canBeReminded }) => canBeReminded) ?? []
  return (
    <AdminSection
      title="Who has not entered yet"
      count={query.data?.length}
      hint="A reminder is an e-mail with the way to the entry: one for each person and day."
      tools={
        query.data !== undefined &&
        query.data.length > 0 && (
          <ActionButton
            actions={actions}
            action="remind-all"
            busyText="Sending …"
            isBlocked={due.length === 0}
            onPress={() => openModal(due)}
          >
            {due.length === 0 ? 'All were reminded today' : `Remind all ${due.length.toLocaleString()}`}
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="Who has not entered yet">
        {(lines) =>
          lines.length === 0 ? (
            <p>Everybody has entered.</p>
          ) : (
            <NotEnteredList lines={lines} actions={actions} onRemind={remindOne} />
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
            {formatCount(modal.subject.length, 'person', 'people')} who{' '}
            {modal.subject.length === 1 ? 'has' : 'have'} not entered {tournament.name}{' '}
            {modal.subject.length === 1 ? 'gets' : 'get'} an e-mail each. Mails that are on their way cannot
            be called back.
          </p>
          <Question>Are you sure you want to send the reminders?</Question>
        </ConfirmModal>
      )}
    </AdminSection>
  )
}

type NotEnteredListProps = {
  lines: readonly ReminderCandidate[]
  actions: AdminActions
  onRemind: (line: ReminderCandidate) => void
}

function NotEnteredList({ lines, actions, onRemind }: NotEnteredListProps) {
  const shown = useRowLimit('all')
  return (
    <>
      <p className={styles['progress']} role="status">
        {toProgressText(countReminders(lines))}
      </p>
      <RemindersTable lines={lines.slice(0, shown.count)} actions={actions} onRemind={onRemind} />
      <ShowMore total={lines.length} shown={shown} />
    </>
  )
}
