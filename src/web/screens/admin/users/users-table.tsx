import { memo } from 'react'
import { Link } from 'react-router'
import type { AdminUser } from '#contract/admin-contract.ts'
import {
  cellRole,
  columnHeaderRole,
  rowGroupRole,
  rowHeaderRole,
  rowRole,
  tableRole,
} from '#web/ui/table-roles.ts'
import adminTable from '../shared/admin-table.module.css'
import type { UserSelection } from './user-selection.ts'
import styles from './users-table.module.css'

type Props = {
  users: readonly AdminUser[]
  /** Null for power users, who cannot merge (docs/rules.md, 11.2). */
  selection: { readonly selected: UserSelection; readonly toggle: (id: number) => void } | null
}

export function UsersTable({ users, selection }: Props) {
  return (
    <table
      {...tableRole}
      className={`${adminTable['table']} ${styles['table']}`}
      aria-label="Users"
      data-list={selection ? undefined : ''}
    >
      <thead {...rowGroupRole} className={`${adminTable['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${adminTable['row']} ${styles['row']}`}>
          {selection && <Column>Select</Column>}
          <Column>Name</Column>
          <Column>Email</Column>
          <Column>Real</Column>
          {selection && <Column>Merge</Column>}
        </tr>
      </thead>
      <tbody {...rowGroupRole} className={`${adminTable['body']} ${styles['body']}`}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            mergeRole={selection && mergeRoleOf(user, selection.selected)}
            onToggle={selection?.toggle}
          />
        ))}
      </tbody>
    </table>
  )
}

function Column({ children }: { children: string }) {
  return (
    <th {...columnHeaderRole} scope="col">
      {children}
    </th>
  )
}

/** A user’s role in the merge that is being prepared. */
type MergeRole = 'none' | 'target' | 'source'

const mergeRoleTexts = { none: '', target: 'Target', source: 'Will be merged' } as const

function mergeRoleOf({ id }: AdminUser, selected: UserSelection): MergeRole {
  if (!selected.includes(id)) return 'none'
  return selected[0] === id ? 'target' : 'source'
}

type RowProps = { user: AdminUser; mergeRole: MergeRole | null; onToggle: ((id: number) => void) | undefined }

const UserRow = memo(function UserRow({ user, mergeRole, onToggle }: RowProps) {
  const { id, name, userName, real } = user
  return (
    <tr
      {...rowRole}
      className={`${adminTable['row']} ${styles['row']}`}
      data-merge-role={mergeRole ?? undefined}
    >
      {mergeRole !== null && (
        <td {...cellRole} className={styles['select']}>
          <label>
            <input type="checkbox" checked={mergeRole !== 'none'} onChange={() => onToggle?.(id)} />
            <span className="visually-hidden">{`Select ${name}, ${userName}`}</span>
          </label>
        </td>
      )}
      <th {...rowHeaderRole} scope="row" className={styles['name']}>
        {mergeRole === null ? <span>{name}</span> : <Link to={`/results/${id}`}>{name}</Link>}
        <Role user={user} />
      </th>
      <td {...cellRole} className={styles['email']}>
        {userName}
      </td>
      <td {...cellRole} className={styles['real']}>
        <span className={styles['label']} aria-hidden="true">
          Real:{' '}
        </span>
        {real ? 'Yes' : 'No'}
      </td>
      {mergeRole !== null && (
        <td {...cellRole} className={styles['merge-role']}>
          {mergeRoleTexts[mergeRole]}
        </td>
      )}
    </tr>
  )
})

function Role({ user: { isAdmin, isPowerUser } }: { user: AdminUser }) {
  if (!isAdmin && !isPowerUser) return null
  return <span className={styles['role']}> {isAdmin ? 'Admin' : 'Power user'}</span>
}
