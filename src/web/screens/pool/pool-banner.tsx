import { Link } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'

/** A link to the viewer’s entry, shown while entries are open (docs/rules.md, 2.4). */
export function PoolBanner({ entryId }: { entryId: number | undefined }) {
  if (entryId === undefined) {
    return (
      <Notice action={<Link to="/entry/new">Create entry</Link>}>
        Please create an entry before the tournament starts.
      </Notice>
    )
  }
  return (
    <Notice action={<Link to={`/entry/edit/${entryId}`}>Edit entry</Link>}>
      You can still edit your entry before the tournament starts.
    </Notice>
  )
}
