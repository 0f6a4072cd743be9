import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { userQuery } from '#web/api/user-queries.ts'
import { useGroup } from './use-friend-group.ts'

/** Links that show this view for everybody or for another group of the viewer. */
export function GroupLinks({ className }: { className?: string }) {
  const groups = useQuery(userQuery).data?.groups ?? []
  const shownId = useGroup()?.id ?? ''
  return (
    <>
      {[{ id: '', name: 'Everybody' }, ...groups]
        .filter(({ id }) => id !== shownId)
        .map(({ id, name }) => (
          <Link key={id} className={className} to={`?group=${id}`}>
            {name}
          </Link>
        ))}
      <Link className={className} to="/groups">
        Groups
      </Link>
    </>
  )
}
