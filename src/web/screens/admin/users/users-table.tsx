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
} from '#web/ui/board-roles.ts'
import desk from '../shared/admin-table.module.css'
import type { UserSelection } from './user-selection.ts'
import styles from './users-table.module.css'

type Props = {
  users: readonly AdminUser[]
  /** Null for power users: they see a list (specification, section 6). */
  selection: { readonly selected: UserSelection; readonly toggle: (id: number) => void } | null
}

export function UsersTable({ users, selection }: Props) {
  return (
    <table
      {...tableRole}
      className={`${desk['table']} ${styles['table']}`}
      aria-label="Users"
      data-list={selection ? undefined : ''}
    >
      <thead {...rowGroupRole} className={`${desk['head']} ${styles['head']}`}>
        <tr {...rowRole} className={`${desk['row']} ${styles['row']}`}>
          {selection && <Column>Select</Column>}
          <Column>Name</Column>
          <Column>Email</Column>
          <Column>Real</Column>
          {selection && <Column>Merge</Column>}
        </tr>
      </thead>
      <tbody {...rowGroupRole} className={`${desk['body']} ${styles['body']}`}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            part={selection && partOf(user, selection.selected)}
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

/** What a user is in the merge that is being put together. */
type Part = 'none' | 'target' | 'source'

const partTexts = { none: '', target: 'Target', source: 'Goes into it' } as const

function partOf({ id }: AdminUser, selected: UserSelection): Part {
  if (!selected.includes(id)) return 'none'
  return selected[0] === id ? 'target' : 'source'
}

type RowProps = { user: AdminUser; part: Part | null; onToggle: ((id: number) => void) | undefined }

const UserRow = memo(function UserRow({ user, part, onToggle }: RowProps) {
  const { id, name, userName, real } = user
  return (
    <tr {...rowRole} className={`${desk['row']} ${styles['row']}`} data-part={part ?? undefined}>
      {part !== null && (
        <td {...cellRole} className={styles['select']}>
          <label>
            <input type="checkbox" checked={part !== 'none'} onChange={() => onToggle?.(id)} />
            <span className="visually-hidden">{`Select ${name}, ${userName}`}</span>
          </label>
        </td>
      )}
      <th {...rowHeaderRole} scope="row" className={styles['name']}>
        {part === null ? <span>{name}</span> : <Link to={`/results/${id}`}>{name}</Link>}
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
      {part !== null && (
        <td {...cellRole} className={styles['part']}>
          {partTexts[part]}
        </td>
      )}
    </tr>
  )
})

function Role({ user: { isAdmin, isPowerUser } }: { user: AdminUser }) {
  if (!isAdmin && !isPowerUser) return null
  return <span className={styles['role']}> {isAdmin ? 'Admin' : 'Power user'}</span>
}
