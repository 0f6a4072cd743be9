import { Link } from 'react-router'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function NotFoundScreen() {
  useDocumentTitle('Not found - Player Pool')
  const home = (
    <Link className="button" to="/home">
      Go to the home page
    </Link>
  )
  return (
    <MessagePanel title="Out of bounds" actions={home}>
      <p>There is no page at this address.</p>
    </MessagePanel>
  )
}
