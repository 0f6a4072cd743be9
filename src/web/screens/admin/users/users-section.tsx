import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AdminUser } from '#contract/admin-contract.ts'
import { adminUsersQuery } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { FindBox } from '#web/ui/find-box.tsx'
import { useFind } from '#web/ui/use-find.ts'
import { EmailListModal } from '../email-list/email-list-modal.tsx'
import { useEmailList } from '../email-list/use-email-list.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { AdminSection } from '../shared/admin-section.tsx'
import { SectionState } from '../shared/section-state.tsx'
import { ShowMore } from '../shared/show-more.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useShownRows } from '../shared/use-shown-rows.ts'
import { MergeBar } from './merge-bar.tsx'
import { MergeModal } from './merge-modal.tsx'
import { useMerging } from './use-merging.ts'
import { findUsers, listFindable } from './user-find.ts'
import styles from './users-section.module.css'
import { UsersTable } from './users-table.tsx'

type Props = { isAdmin: boolean; actions: AdminActions }

const nobody: readonly AdminUser[] = []

/** Everybody who has an account; admins can write to all and merge some (specification, section 2 "Admin screen"). */
export function UsersSection({ isAdmin, actions }: Props) {
  const query = useQuery(adminUsersQuery(useApi()))
  const emails = useEmailList(actions)
  const merging = useMerging(actions, query.data ?? nobody)
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
              <FoundUsers users={users} selection={isAdmin ? merging : null} />
            </>
          )}
        </SectionState>
      </AdminSection>
      {isAdmin && (
        <>
          <EmailListModal asking={emails.asking} onClose={emails.close} />
          <MergeModal {...merging} />
        </>
      )}
    </>
  )
}

type FoundProps = Pick<Parameters<typeof UsersTable>[0], 'selection'> & { users: readonly AdminUser[] }

function FoundUsers({ users, selection }: FoundProps) {
  const [find, setFind] = useFind()
  const findable = useMemo(() => listFindable(users), [users])
  const found = useMemo(() => findUsers(findable, find), [findable, find])
  const shown = useShownRows(find)
  const matching = found ?? users
  return (
    <>
      <div className={styles['find']}>
        <FindBox
          what="a name or an address"
          find={find}
          onFind={setFind}
          matches={found && { count: found.length, of: users.length }}
        />
      </div>
      {matching.length === 0 ? (
        <p>{found === null ? 'There are no users yet.' : 'Nobody has such a name or address.'}</p>
      ) : (
        <UsersTable users={matching.slice(0, shown.count)} selection={selection} />
      )}
      <ShowMore total={matching.length} shown={shown} />
    </>
  )
}
