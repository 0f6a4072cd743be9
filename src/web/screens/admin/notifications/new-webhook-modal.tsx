import { useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import { InputField } from '#web/ui/field.tsx'
import type { ModalState } from '#web/ui/use-modal-state.ts'
import { FormModal } from '../common/form-modal.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { WebhookKinds } from './webhook-item.tsx'
import { describeAddress, findAddressError, toggleKind, toSentence } from './webhook-texts.ts'

/** Asks for a chat's webhook. It stays open and keeps the input until the chat has been added. */
export function NewWebhookModal({ modal, close }: Pick<ModalState<null>, 'modal' | 'close'>) {
  const { run, busy } = useAdminActions()
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState([...poolEventKinds])
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function refuse(message: string): void {
    setError(message)
    field.current?.focus()
  }

  async function submit(): Promise<void> {
    const problem = findAddressError(url)
    if (problem !== null) return refuse(problem)
    setError(null)
    let refusal: string | undefined
    const added = await run({
      key: 'new-webhook',
      busyText: 'Adding the chat…',
      work: (client) =>
        client.send('POST', api.adminWebhooks(), { url: url.trim(), kinds }).catch((cause: unknown) => {
          refusal = toRefusal(cause)
          throw cause
        }),
      failedText: 'There was an error adding the chat.',
      succeeded: () => ({ text: 'The chat was added. Send a test post to check that it arrives.' }),
    })
    if (refusal !== undefined) return refuse(refusal)
    if (added === undefined) return
    setUrl('')
    setKinds([...poolEventKinds])
    close()
  }

  return (
    <FormModal
      {...{ modal, close }}
      title="Add a chat"
      submitText={busy === 'new-webhook' ? 'Adding…' : 'Add the chat'}
      onSubmit={submit}
    >
      <InputField
        ref={field}
        label="Address of the incoming webhook"
        error={error}
        help={describeAddress(url)}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        value={url}
        onChange={(text) => {
          setUrl(text)
          setError(null)
        }}
      />
      <WebhookKinds kinds={kinds} onToggle={(kind) => setKinds(toggleKind(kinds, kind))} />
    </FormModal>
  )
}

/** The message at the field; other failures are also reported in the banner. */
function toRefusal(error: unknown): string {
  const message = error instanceof ApiProblem ? error.fields.find(({ field }) => field === 'url')?.message : undefined
  return message === undefined ? toProblemText(error) : toSentence(message)
}
