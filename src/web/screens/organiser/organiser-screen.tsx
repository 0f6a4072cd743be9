import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { LinkPanel } from '#web/states/link-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** The page behind an admin's link: becoming an organiser takes a click (docs/security.md, 10.7). */
export function OrganiserScreen() {
  const client = useApi()
  const queries = useQueryClient()
  useDocumentTitle(`Organiser - ${pageSettings.name}`)

  async function accept(): Promise<string> {
    await client.send('POST', api.organiserAccept(), { code: location.hash.slice(1) })
    await queries.refetchQueries({ queryKey: queryKeys.user })
    return '/admin'
  }

  return (
    <LinkPanel title={`Help to run ${pageSettings.name}`} action="Become an organiser" onAction={accept}>
      <p>An admin invites you to become an organiser: you create and end tournaments, invite people and help them.</p>
    </LinkPanel>
  )
}
