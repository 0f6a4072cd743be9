import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { AdminUser } from '#contract/admin-contract.ts'
import { adminUsersQuery } from '#web/api/admin-queries.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { AdminSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { ShowMore, useRowLimit } from '#web/screens/admin/common/admin-table.tsx'
import { useEmailList } from '#web/screens/admin/email-list/use-email-list.tsx'
import { isEmbedded } from '#web/session/embedded-provider.ts'
import { useSession } from '#web/session/use-session.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useSearchQuery } from '#web/url/parameters.ts'
import { useConfirmedUser } from './confirmation-needed.tsx'
import { MergeBar, MergeModal } from './merge.tsx'
import { AddPerson, NewOrganiser } from './new-people.tsx'
import { useMergeUsers } from './use-merge-users.ts'
import { UnconfirmedAccounts, useUserActions } from './user-actions.tsx'
import { searchUsers, toSearchableUsers } from './user-search.ts'
import { UsersTable } from './users-table.tsx'

const noUsers: readonly AdminUser[] = []
const hint = 'Whoever is not real was imported, and has not signed in.'
const hintOfAdmins = `${hint} Select users to merge them.`

/** All users; admins can also email and merge them (docs/rules.md, 11.2). */
export function UsersSection({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(adminUsersQuery)
  const emails = useEmailList()
  const merging = useMergeUsers(query.data ?? noUsers)
  const { choose, modals } = useUserActions()
  useConfirmedUser(query.data, (chosen) => choose({ user: chosen, action: 'makeAdmin' }))
  const { user } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const hasSelection = merging.selected.length > 0
  // The merge bar disappears with the selection, and with it the button that had the focus.
  useEffect(() => {
    if (!hasSelection) return
    return () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }
  }, [hasSelection])
  return (
    <>
      <AdminSection
        title="Users"
        headingRef={heading}
        count={query.data?.length}
        hint={isAdmin ? hintOfAdmins : hint}
        tools={
          <>
            {isAdmin && <ActionButton onPress={emails.showAll}>All Users Email List</ActionButton>}
            {user && isEmbedded({ authority: user.profile.iss }) && <AddPerson />}
            {isAdmin && <NewOrganiser />}
          </>
        }
      >
        <SectionState
          query={query}
          loadError="Couldn’t load the users."
          refreshError="Couldn’t refresh the users. This list may be out of date."
        >
          {(users) => (
            <>
              <UnconfirmedAccounts />
              <UserSearch users={users} selection={isAdmin ? merging : null} onChoose={choose} />
              {isAdmin && <MergeBar merging={merging} />}
            </>
          )}
        </SectionState>
      </AdminSection>
      {isAdmin && (
        <>
          {emails.modal}
          <MergeModal {...merging} />
        </>
      )}
      {modals}
    </>
  )
}

type UserSearchProps = Omit<Parameters<typeof UsersTable>[0], 'users'> & { users: readonly AdminUser[] }

function UserSearch({ users, ...table }: UserSearchProps) {
  const [query, setQuery] = useSearchQuery()
  const searchableUsers = useMemo(() => toSearchableUsers(users), [users])
  const matches = useMemo(() => searchUsers(searchableUsers, query), [searchableUsers, query])
  const shown = useRowLimit(query, matches === null ? 10 : 50)
  const matching = matches ?? users
  return (
    <>
      <div className={styles.search}>
        <SearchBox
          what="a name or email"
          query={query}
          onQueryChange={setQuery}
          matches={matches && { count: matches.length, of: users.length }}
        />
      </div>
      {matching.length === 0 ? (
        <p>{matches === null ? 'There are no users yet.' : 'No users match your search.'}</p>
      ) : (
        <UsersTable users={matching.slice(0, shown.count)} {...table} />
      )}
      <ShowMore total={matching.length} shown={shown} />
    </>
  )
}
