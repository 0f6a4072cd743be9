import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { WebhookList } from '#contract/webhook-contract.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { webhooksQuery } from '#web/api/admin-queries.ts'
import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { FormModal } from '#web/screens/admin/common/form-modal.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { InputField } from '#web/ui/field.tsx'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'
import { WebhookItem, WebhookKinds } from './webhook-item.tsx'
import { describeAddress, findAddressError, kindNames, toggleKind, toSentence } from './webhook-texts.ts'

/** The chats to which the pool posts its events (docs/rules.md, 9.6). */
export function WebhooksSection() {
  const query = useQuery(webhooksQuery)
  const newChat = useModalState<null>()
  return (
    <FoldedSection
      title="Chat posts"
      count={query.data?.webhooks.length}
      hint="Post news from the pool to Slack, Discord or Microsoft Teams chats. They stay connected for future tournaments."
      tools={query.data && <ActionButton onPress={() => newChat.openModal(null)}>Add a chat</ActionButton>}
    >
      <SectionState
        query={query}
        loadError="Couldn’t load the chats."
        refreshError="Couldn’t refresh the chats. This list may be out of date."
      >
        {({ webhooks, examples }) => (
          <>
            {webhooks.length === 0 ? (
              <p>No chat has been added yet.</p>
            ) : (
              <ul className="stack-wide">
                {webhooks.map((webhook) => (
                  <WebhookItem key={webhook.id} webhook={webhook} />
                ))}
              </ul>
            )}
            <Examples examples={examples} />
          </>
        )}
      </SectionState>
      <NewWebhookModal {...newChat} />
    </FoldedSection>
  )
}

function Examples({ examples }: Pick<WebhookList, 'examples'>) {
  return (
    <details className="disclosure">
      <summary>What each post says</summary>
      <dl className="stack">
        {examples.map(({ kind, title, lines, link }) => (
          <div key={kind}>
            <dt>{kindNames[kind]}</dt>
            <dd className={`aside ${styles.example}`}>
              <strong>{title}</strong>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <span className="small-print">Link: {link}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Asks for a chat's webhook. It stays open and keeps the input until the chat has been added. */
function NewWebhookModal({ modal, close }: OpenModal<null>) {
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState([...poolEventKinds])
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function refuse(message: string): void {
    setError(message)
    field.current?.focus()
  }

  const adding = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminWebhooks(), { url: url.trim(), kinds }),
    texts: {
      busy: 'Adding the chat…',
      failed: 'There was an error adding the chat.',
      done: 'The chat was added. Send a test post to check that it arrives.',
    },
    onSuccess() {
      setUrl('')
      setKinds([...poolEventKinds])
      close()
    },
    onError: (cause) => refuse(toRefusal(cause)),
  })

  function submit(): void {
    const problem = findAddressError(url)
    if (problem !== null) {
      refuse(problem)
      return
    }
    setError(null)
    adding.mutate()
  }

  return (
    <FormModal
      modal={modal}
      close={close}
      title="Add a chat"
      submitText={adding.isPending ? 'Adding…' : 'Add the chat'}
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
