import { Link } from 'react-router'
import { MessagePanel } from '#web/ui/message-panel.tsx'

export function TournamentNotFound() {
  const actions = (
    <>
      <Link className="button" to="/admin">
        Go to the admin page
      </Link>
      <Link className="button-secondary" to="/home">
        Go to the home page
      </Link>
    </>
  )
  return (
    <MessagePanel title="Tournament not found" actions={actions} urgent>
      <p>There is no tournament at this address. The admin page lists all tournaments.</p>
    </MessagePanel>
  )
}
