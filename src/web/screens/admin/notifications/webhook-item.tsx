import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { Webhook } from '#contract/webhook-contract.ts'
import { type PoolEventKind, poolEventKinds } from '#domain/notifications/pool-events.ts'
import { webhookServiceNames } from '#domain/notifications/webhook-url.ts'
import styles from '#web/screens/admin/admin.module.css'
import { ActionButton, ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Question } from '#web/ui/confirmation.tsx'
import { Choice } from '#web/ui/field.tsx'
import { kindNames, toChatName, toggleKind, toWebhookState } from './webhook-texts.ts'

/** One chat: whether posts arrive, and which kinds it gets. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const [chosen, setChosen] = useState<{ before: Webhook['kinds']; kinds: PoolEventKind[] } | null>(null)
  const { id, service, host, ending, deadSince, failingSince } = webhook
  // The optimistic choice, until the list has been refetched.
  const kinds = chosen?.before === webhook.kinds ? chosen.kinds : webhook.kinds

  const change = useAdminMutation({
    mutationFn: (client, next: PoolEventKind[]) => client.send('PUT', api.adminWebhooks(), { id, kinds: next }),
    texts: { busy: 'Saving…', failed: 'The posts were not changed.', done: 'The posts were changed.' },
    onMutate: (next) => setChosen({ before: webhook.kinds, kinds: next }),
    onError: () => setChosen(null),
  })
  const test = useAdminMutation({
    mutationFn: (client) => client.send<{ isQueued: boolean }>('POST', api.adminWebhookTest(), { id }),
    texts: {
      busy: 'Sending the test post…',
      failed: 'There was an error sending the test post.',
      done: ({ isQueued }) => ({
        text: isQueued ? 'A test post is on its way.' : 'A test post was sent less than a minute ago. Wait a moment.',
      }),
    },
  })
  const removal = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminWebhookRemove(), { id }),
    texts: {
      busy: 'Removing the chat…',
      failed: 'There was an error removing the chat.',
      done: 'The chat was removed.',
    },
  })

  return (
    <li className={`stack-tight ${styles.item}`}>
      <div>
        <h3>{webhookServiceNames[service]}</h3>
        <p className="small-print">
          {host} … {ending}
        </p>
      </div>
      <p data-problem={(deadSince ?? failingSince) !== null || undefined} role="status">
        {toWebhookState(webhook)}
      </p>
      <details className="disclosure">
        <summary>
          {kinds.length} of {poolEventKinds.length} kinds of posts
        </summary>
        <WebhookKinds kinds={kinds} onToggle={(kind) => change.mutate(toggleKind(kinds, kind))} />
      </details>
      <div className="buttons">
        <ActionButton isRunning={test.isPending} busyText="Sending…" onPress={test.mutate}>
          Send a test post<span className="visually-hidden"> to {toChatName(webhook)}</span>
        </ActionButton>
        <ConfirmedAction
          action={removal}
          className="button-danger"
          busyText="Removing…"
          label={
            <>
              Remove<span className="visually-hidden"> {toChatName(webhook)}</span>
            </>
          }
          title="Remove the chat"
        >
          <p>The pool stops posting to it, and its address is deleted.</p>
          <Question>Are you sure you want to remove {toChatName(webhook)}?</Question>
        </ConfirmedAction>
      </div>
    </li>
  )
}

type KindsProps = { kinds: readonly PoolEventKind[]; onToggle: (kind: PoolEventKind) => void }

/** A checkbox for each kind of post. */
export function WebhookKinds({ kinds, onToggle }: KindsProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">Posts</legend>
      {poolEventKinds.map((kind) => (
        <Choice key={kind} checked={kinds.includes(kind)} onChange={() => onToggle(kind)}>
          {kindNames[kind]}
        </Choice>
      ))}
    </fieldset>
  )
}
