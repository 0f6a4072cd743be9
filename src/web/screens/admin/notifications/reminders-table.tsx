import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import {
  cellRole,
  columnHeaderRole,
  rowGroupRole,
  rowHeaderRole,
  rowRole,
  tableRole,
} from '#web/ui/board-roles.ts'
import { ActionButton } from '../shared/action-button.tsx'
import adminTable from '../shared/admin-table.module.css'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { toReminderText } from './reminder-text.ts'
import styles from './reminders-table.module.css'

type Props = {
  lines: readonly ReminderCandidate[]
  actions: AdminActions
  onRemind: (line: ReminderCandidate) => void
}

export function RemindersTable({ lines, actions, onRemind }: Props) {
  return (
    <table {...tableRole} className={adminTable['table']} aria-label="Who has not entered yet">
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
        {lines.map((line) => (
          <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`} key={line.id}>
            <th {...rowHeaderRole} scope="row" className={styles['name']}>
              {line.name}
            </th>
            <td {...cellRole} className={styles['email']}>
              {line.userName}
            </td>
            <td {...cellRole} className={styles['state']} data-state={line.reminder?.state}>
              {toReminderText(line)}
            </td>
            <td {...cellRole} className={styles['send']}>
              <ActionButton
                actions={actions}
                action={`remind-${line.id}`}
                busyText="Sending …"
                isBlocked={!line.canBeReminded}
                onPress={() => onRemind(line)}
              >
                Remind<span className="visually-hidden"> {line.name}</span>
              </ActionButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
