import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AdminUser } from '#contract/admin-contract.ts'
import { adminUsersQuery } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useSearchQuery } from '#web/ui/use-search-query.ts'
import { EmailListModal } from '../email-list/email-list-modal.tsx'
import { useEmailList } from '../email-list/use-email-list.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { SectionState } from '../shared/section-state.tsx'
import { ShowMore } from '../shared/show-more.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useRowLimit } from '../shared/use-row-limit.ts'
import { MergeBar } from './merge-bar.tsx'
import { MergeModal } from './merge-modal.tsx'
import { useMergeUsers } from './use-merge-users.ts'
import { searchUsers, toSearchableUsers } from './user-search.ts'
import styles from './users-section.module.css'
import { UsersTable } from './users-table.tsx'

type Props = { isAdmin: boolean; actions: AdminActions }

const nobody: readonly AdminUser[] = []

/** Everybody who has an account; admins can write to all and merge some (specification, section 2 "Admin screen"). */
export function UsersSection({ isAdmin, actions }: Props) {
  const query = useQuery(adminUsersQuery(useApi()))
  const emails = useEmailList(actions)
  const merging = useMergeUsers(actions, query.data ?? nobody)
  return (
    <>
      <AdminSection
        title="Users"
        count={query.data?.length}
        hint={
          isAdmin
            ? 'Real is who has signed in; the others came with an import. Select users to merge them into one.'
            : 'Real is who has signed in; the others came with an import.'
        }
        tools={
          isAdmin && (
            <ActionButton actions={actions} action="emails-all" onPress={emails.showAll}>
              All Users Email List
            </ActionButton>
          )
        }
      >
        <SectionState query={query} what="The users">
          {(users) => (
            <>
              {isAdmin && <MergeBar merging={merging} actions={actions} />}
              <UserSearch users={users} selection={isAdmin ? merging : null} />
            </>
          )}
        </SectionState>
      </AdminSection>
      {isAdmin && (
        <>
          <EmailListModal modal={emails.modal} onClose={emails.close} />
          <MergeModal {...merging} />
        </>
      )}
    </>
  )
}

type UserSearchProps = Pick<Parameters<typeof UsersTable>[0], 'selection'> & { users: readonly AdminUser[] }

function UserSearch({ users, selection }: UserSearchProps) {
  const [find, setQuery] = useSearchQuery()
  const searchableUsers = useMemo(() => toSearchableUsers(users), [users])
  const matches = useMemo(() => searchUsers(searchableUsers, find), [searchableUsers, find])
  const shown = useRowLimit(find)
  const matching = matches ?? users
  return (
    <>
      <div className={styles['find']}>
        <SearchBox
          what="a name or an address"
          find={find}
          onQueryChange={setQuery}
          matches={matches && { count: matches.length, of: users.length }}
        />
      </div>
      {matching.length === 0 ? (
        <p>{matches === null ? 'There are no users yet.' : 'Nobody has such a name or address.'}</p>
      ) : (
        <UsersTable users={matching.slice(0, shown.count)} selection={selection} />
      )}
      <ShowMore total={matching.length} shown={shown} />
    </>
  )
}
