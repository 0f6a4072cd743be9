import { Link } from 'react-router'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function NotFoundScreen() {
  useDocumentTitle('Not found - Player Pool')
  const home = (
    <Link className="button" to="/home">
      Go to the front page
    </Link>
  )
  return (
    <StatePanel title="Out of bounds" actions={home}>
      <p>There is no page at this address.</p>
    </StatePanel>
  )
}
