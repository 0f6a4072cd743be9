import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { api } from '#contract/paths.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { pageSettings } from '#web/page/page-settings.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Behind an admin's link: becoming an organiser takes a click (docs/security.md, 10.7). */
export function OrganiserScreen() {
  const client = useApi()
  const queries = useQueryClient()
  const [state, setState] = useState<'asked' | 'busy' | 'done' | Error>('asked')
  useDocumentTitle(`Organiser - ${pageSettings.name}`)
  if (state === 'done') return <Redirect to="/admin" replace />

  async function accept(): Promise<void> {
    setState('busy')
    try {
      await client.send('POST', api.organiserAccept(), { code: location.hash.slice(1) })
      await queries.refetchQueries({ queryKey: queryKeys.user })
      setState('done')
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const button = (
    <BusyButton className="button" isBusy={state === 'busy'} onPress={accept}>
      Become an organiser
    </BusyButton>
  )
  return (
    <MessagePanel title={`Help to run ${pageSettings.name}`} actions={button}>
      <p>An admin invites you to become an organiser: you create and end tournaments, invite people and help them.</p>
      {state instanceof Error && (
        <p className="field-error" role="alert">
          {toProblemText(state)}
        </p>
      )}
    </MessagePanel>
  )
}
