import { useQuery } from '@tanstack/react-query'
import type { ReminderLine } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { remindersQuery } from '#web/api/notifications-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { counted } from '../shared/counted.ts'
import { Question } from '../shared/question.tsx'
import { SectionState } from '../shared/section-state.tsx'
import { ShowMore } from '../shared/show-more.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useAsking } from '../shared/use-asking.ts'
import { useShownRows } from '../shared/use-shown-rows.ts'
import { countReminders, toProgressText } from './reminder-text.ts'
import styles from './reminders-section.module.css'
import { RemindersTable } from './reminders-table.tsx'
import { useReminding } from './use-reminding.ts'

type Props = { tournament: TournamentSummary; actions: AdminActions }

/** Who has signed in and has not entered, and a reminder for each or for all. */
export function RemindersSection({ tournament, actions }: Props) {
  const query = useQuery(remindersQuery(useApi(), tournament.id))
  const { asking, ask, close } = useAsking<readonly ReminderLine[]>()
  const { remindOne, remindAll } = useReminding(actions, tournament)
  const due = query.data?.filter(({ mayBeReminded }) => mayBeReminded) ?? []
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
            isImpossible={due.length === 0}
            onPress={() => ask(due)}
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
            <Absentees lines={lines} actions={actions} onRemind={remindOne} />
          )
        }
      </SectionState>
      {asking !== null && (
        <ConfirmModal
          open={asking.isOpen}
          title="Send reminders"
          onNo={close}
          onYes={() => {
            close()
            void remindAll(asking.subject)
          }}
        >
          <p>
            {counted(asking.subject.length, 'person', 'people')} who{' '}
            {asking.subject.length === 1 ? 'has' : 'have'} not entered {tournament.name}{' '}
            {asking.subject.length === 1 ? 'gets' : 'get'} an e-mail each. Mails that are on their way cannot
            be called back.
          </p>
          <Question>Are you sure you want to send the reminders?</Question>
        </ConfirmModal>
      )}
    </AdminSection>
  )
}

type AbsenteesProps = {
  lines: readonly ReminderLine[]
  actions: AdminActions
  onRemind: (line: ReminderLine) => void
}

function Absentees({ lines, actions, onRemind }: AbsenteesProps) {
  const shown = useShownRows('all')
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
