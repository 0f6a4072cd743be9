import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { userQuery } from '#web/api/user-queries.ts'
import { useGroup } from './use-friend-group.ts'

type Props = {
  className?: string
  /** A link was followed, possibly to the same page. */
  onFollow?: () => void
}

/** Links that show this view for everybody or for another group of the viewer. */
export function GroupLinks({ className, onFollow }: Props) {
  const groups = useQuery(userQuery).data?.groups ?? []
  const shownId = useGroup()?.id ?? ''
  return (
    <>
      {[{ id: '', name: 'Everybody' }, ...groups]
        .filter(({ id }) => id !== shownId)
        .map(({ id, name }) => (
          <Link key={id} className={className} to={`?group=${id}`} onClick={onFollow}>
            {name}
          </Link>
        ))}
      <Link className={className} to="/groups" onClick={onFollow}>
        Groups
      </Link>
    </>
  )
}
