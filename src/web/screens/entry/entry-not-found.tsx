import { Link } from 'react-router'
import { MessagePanel } from '#web/ui/message-panel.tsx'

/** Nobody's entry, or somebody else's: both look the same. */
export function EntryNotFound() {
  const actions = (
    <>
      <Link className="button" to="/entry/new">
        Go to your entry
      </Link>
      <Link className="button-secondary" to="/home">
        Go to the front page
      </Link>
    </>
  )
  return (
    <MessagePanel title="No entry of yours" actions={actions} urgent>
      <p>
        There is no entry of yours at this address. Others' entries can be seen in the pool once it starts.
      </p>
    </MessagePanel>
  )
}
