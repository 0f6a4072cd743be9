import { Link } from 'react-router'
import { MessagePanel } from '#web/ui/message-panel.tsx'

export function TournamentNotFound() {
  const actions = (
    <>
      <Link className="button" to="/admin">
        Go to the admin page
      </Link>
      <Link className="button-secondary" to="/home">
        Go to the front page
      </Link>
    </>
  )
  return (
    <MessagePanel title="No such tournament" actions={actions} urgent>
      <p>There is no tournament at this address. All of them are listed on the admin page.</p>
    </MessagePanel>
  )
}
