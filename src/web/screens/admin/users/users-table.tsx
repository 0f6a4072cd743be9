import { memo } from 'react'
import { Link } from 'wouter'
import type { AdminUser } from '#contract/admin-contract.ts'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { AdminTable } from '#web/screens/admin/common/admin-table.tsx'
import type { UserSelection } from './use-merge-users.ts'
import { type UserChoice, UserMenu } from './user-actions.tsx'

type Props = {
  users: readonly AdminUser[]
  /** Null for power users, who cannot merge (docs/rules.md, 11.2). */
  selection: { readonly selected: UserSelection; readonly toggle: (id: number) => void } | null
  onChoose: (choice: UserChoice) => void
}

export function UsersTable({ users, selection, onChoose }: Props) {
  return (
    <AdminTable
      label="Users"
      columns={selection ? ['Select', 'Name', 'Email', 'Real', 'Actions'] : ['Name', 'Email', 'Real']}
      className={styles.users}
      isPlain={selection === null}
    >
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          mergeRole={selection && mergeRoleOf(user, selection.selected)}
          onChoose={onChoose}
          onToggle={selection?.toggle}
        />
      ))}
    </AdminTable>
  )
}

/** A user’s role in the merge that is being prepared. */
type MergeRole = 'none' | 'target' | 'source'

const mergeRoleTexts = { target: 'Target', source: 'Will be merged' } as const

function mergeRoleOf({ id }: AdminUser, selected: UserSelection): MergeRole {
  if (!selected.includes(id)) return 'none'
  return selected[0] === id ? 'target' : 'source'
}

const noAddress = 'No address'

type RowProps = Pick<Props, 'onChoose'> & {
  user: AdminUser
  mergeRole: MergeRole | null
  onToggle: ((id: number) => void) | undefined
}

const UserRow = memo(function UserRow({ user, mergeRole, onToggle, onChoose }: RowProps) {
  const { id, name, userName, real, isAdmin } = user
  return (
    <tr role="row" data-merge-role={mergeRole ?? undefined}>
      {mergeRole !== null && (
        <td role="cell" className={styles.select}>
          <label>
            <input type="checkbox" checked={mergeRole !== 'none'} onChange={() => onToggle?.(id)} />
            <span className="visually-hidden">{`Select ${name}, ${userName || noAddress}`}</span>
          </label>
        </td>
      )}
      <th role="rowheader" scope="row" className={styles.name}>
        {mergeRole === null ? <span>{name}</span> : <Link to={`/results/${id}`}>{name}</Link>}
        {mergeRole !== null && mergeRole !== 'none' && <strong className="small"> {mergeRoleTexts[mergeRole]}</strong>}
        <Role user={user} />
      </th>
      <td role="cell" className={`small-print ${styles.address}`}>
        {userName || noAddress}
      </td>
      <td role="cell" className={styles.real}>
        <span className={`soft ${styles.label}`} aria-hidden="true">
          Real:{' '}
        </span>
        {real ? 'Yes' : 'No'}
      </td>
      {mergeRole !== null && (
        <td role="cell" className={styles.menu}>
          {!isAdmin && <UserMenu user={user} onChoose={onChoose} />}
        </td>
      )}
    </tr>
  )
})

/** Wraps to the next line as a whole if it does not fit. */
function Role({ user: { isAdmin, isPowerUser, blocked } }: { user: AdminUser }) {
  const organiser = isPowerUser ? 'Power user' : undefined
  const role = isAdmin ? 'Admin' : organiser
  if (role === undefined && !blocked) return null
  return (
    <span className={`small-print ${styles.role}`}>
      {' '}
      {role}
      {role !== undefined && blocked && ' · '}
      {blocked && <strong>Blocked</strong>}
    </span>
  )
}
