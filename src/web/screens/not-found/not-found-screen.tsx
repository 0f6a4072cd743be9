import { pageSettings } from '#web/app/page/page-settings.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function NotFoundScreen() {
  useDocumentTitle(`Not found - ${pageSettings.name}`)
  return (
    <MessagePanel title="Out of bounds" links={[['Go to the home page', '/home']]}>
      <p>There is no page at this address.</p>
    </MessagePanel>
  )
}
