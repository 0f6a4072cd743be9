import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Webhook, WebhookList } from '#contract/webhook-contract.ts'
import { webhooksQuery } from '#web/api/admin-queries.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import styles from '../admin.module.css'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { NewWebhookModal } from './new-webhook-modal.tsx'
import { WebhookItem } from './webhook-item.tsx'
import { kindNames, toChatName } from './webhook-texts.ts'

/** The chats to which the pool posts its events (docs/rules.md, 9.6). */
export function WebhooksSection() {
  const { run } = useAdminActions()
  const query = useQuery(webhooksQuery)
  const newChat = useModalState<null>()
  const { openModal, ...confirmation } = useModalState<Webhook>()
  const remove = ({ id }: Webhook) =>
    run({
      key: `remove-webhook-${id}`,
      busyText: 'Removing the chat…',
      work: (client) => client.send('POST', api.adminWebhookRemove(), { id }),
      failedText: 'There was an error removing the chat.',
      succeeded: () => ({ text: 'The chat was removed.' }),
    })
  return (
    <AdminSection
      title="Chat posts"
      count={query.data?.webhooks.length}
      hint="Post news from the pool to Slack, Discord or Microsoft Teams chats. They stay connected for future tournaments."
      tools={
        query.data && (
          <ActionButton action="new-webhook" onPress={() => newChat.openModal(null)}>
            Add a chat
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the chats">
        {({ webhooks, examples }) => (
          <>
            {webhooks.length === 0 ? (
              <p>No chat has been added yet.</p>
            ) : (
              <ul className={styles.items}>
                {webhooks.map((webhook) => (
                  <WebhookItem key={webhook.id} webhook={webhook} onRemove={() => openModal(webhook)} />
                ))}
              </ul>
            )}
            <Examples examples={examples} />
          </>
        )}
      </SectionState>
      <NewWebhookModal {...newChat} />
      <Confirmation {...confirmation} title="Remove the chat" onYes={remove}>
        <p>The pool stops posting to it, and its address is deleted.</p>
        <Question>
          Are you sure you want to remove {confirmation.modal ? toChatName(confirmation.modal.subject) : 'this chat'}?
        </Question>
      </Confirmation>
    </AdminSection>
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
