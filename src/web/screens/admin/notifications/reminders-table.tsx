import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import { ActionButton } from '../shared/action-button.tsx'
import adminTable from '../shared/admin-table.module.css'
import { AdminTable } from '../shared/admin-table.tsx'
import { toReminderText } from './reminder-text.ts'
import styles from './reminders-table.module.css'

type Props = {
  candidates: readonly ReminderCandidate[]
  onRemind: (candidate: ReminderCandidate) => void
}

export function RemindersTable({ candidates, onRemind }: Props) {
  return (
    <AdminTable label="Not entered yet" columns={['Name', 'Email', 'Reminder', 'Send']} layout={styles}>
      {candidates.map((candidate) => (
        <tr role="row" className={`${adminTable['row']} ${styles['row']}`} key={candidate.id}>
          <th role="rowheader" scope="row" className={styles['name']}>
            {candidate.name}
          </th>
          <td role="cell" className={styles['email']}>
            {candidate.userName}
          </td>
          <td role="cell" className={styles['state']} data-state={candidate.reminder?.state}>
            {toReminderText(candidate)}
          </td>
          <td role="cell" className={styles['send']}>
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
