import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import {
  cellRole,
  columnHeaderRole,
  rowGroupRole,
  rowHeaderRole,
  rowRole,
  tableRole,
} from '#web/ui/table-roles.ts'
import { ActionButton } from '../shared/action-button.tsx'
import adminTable from '../shared/admin-table.module.css'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { toReminderText } from './reminder-text.ts'
import styles from './reminders-table.module.css'

type Props = {
  candidates: readonly ReminderCandidate[]
  actions: AdminActions
  onRemind: (candidate: ReminderCandidate) => void
}

export function RemindersTable({ candidates, actions, onRemind }: Props) {
  return (
    <table {...tableRole} className={adminTable['table']} aria-label="Not entered yet">
      <thead {...rowGroupRole} className={`${adminTable['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`}>
          {['Name', 'Email', 'Reminder', 'Send'].map((column) => (
            <th {...columnHeaderRole} scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...rowGroupRole} className={`${adminTable['body']} ${styles['body']}`}>
        {candidates.map((candidate) => (
          <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`} key={candidate.id}>
            <th {...rowHeaderRole} scope="row" className={styles['name']}>
              {candidate.name}
            </th>
            <td {...cellRole} className={styles['email']}>
              {candidate.userName}
            </td>
            <td {...cellRole} className={styles['state']} data-state={candidate.reminder?.state}>
              {toReminderText(candidate)}
            </td>
            <td {...cellRole} className={styles['send']}>
              <ActionButton
                actions={actions}
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
      </tbody>
    </table>
  )
}
