import { Link } from 'react-router'
import { MessagePanel } from '#web/ui/message-panel.tsx'

/** Also for another user's entry: the page does not reveal that it exists (docs/rules.md, 2.3). */
export function EntryNotFound() {
  const actions = (
    <>
      <Link className="button" to="/entry/new">
        Go to your entry
      </Link>
      <Link className="button-secondary" to="/home">
        Go to the home page
      </Link>
    </>
  )
  return (
    <MessagePanel title="Entry not found" actions={actions} urgent>
      <p>
        You don't have an entry at this address. Other players' entries are visible in the pool once the tournament
        starts.
      </p>
    </MessagePanel>
  )
}
