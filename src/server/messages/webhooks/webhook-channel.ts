import { type WebhookService, webhookServiceNames } from '#domain/notifications/webhook-url.ts'
import { addEmails, composeMail } from '#server/delivery/mail/mail.ts'
import { type Channel, DeliveryError, type Failure } from '#server/delivery/outbox/outbox-channel.ts'
import { postponeMessagesTo, type QueuedMessage } from '#server/delivery/outbox/outbox-store.ts'
import { type PostResponse, postOnce } from '#server/delivery/outbox/post-once.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { limitPause } from '#server/platform/http-client/retry-after.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'
import { listOrganiserAddresses } from '#server/users/user-store.ts'
import type { Post } from './post.ts'
import { renderPost } from './post-renderer.ts'
import { changeWebhook, findWebhook, markWebhookDead, toWebhookId } from './webhook-store.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'now'>
  vault: Vault
  publicUrl: string
  /** The pool's name. */
  name: string
}

/** Discord allows 30 posts a minute per webhook, Slack one a second, Teams four. */
const recipientIntervalMs = 2000
const second = 1000
const headers = { 'content-type': 'application/json', 'user-agent': 'player-pool' }
/** Most posts expire before the last attempt. */
const retryDelaysMs = [5, 15, 30, 60, 120, 300, 600, 900, 900, 900, 900, 900, 900].map((seconds) => seconds * second)

/** Posts to chats, one post at a time per chat. */
export function createWebhookChannel({ db, clock, vault, publicUrl, name }: Options): Channel {
  async function send({ recipient, payload }: QueuedMessage): Promise<void> {
    const id = toWebhookId(recipient)
    const webhook = await findWebhook(db, id)
    if (!webhook) throw toError('gone', 'The webhook was removed.')
    const url = vault.open(webhook.digest, webhook.sealedUrl)
    if (!url) throw toError('gone', 'The address of the webhook cannot be read. Add it again.')
    // Written by `createWebhookListener` and `createWebhookEditor`.
    const body = JSON.stringify(renderPost(webhook.service, payload as Post))
    try {
      const response = await postOnce(new URL(url.toString('utf8')), { headers, body })
      const rejection = findRejection(webhook.service, response)
      if (rejection) throw rejection
      const sentAt = clock.now().toISOString()
      await changeWebhook(db, id, { last_sent_at: sentAt, failing_since: null, last_error: null, dead_since: null })
      const pauseMs = findPauseMs(response.headers)
      const until = new Date(clock.now().getTime() + pauseMs)
      if (pauseMs > 0) await postponeMessagesTo(db, 'webhook', recipient, until)
    } catch (error) {
      const failingSince = webhook.failingSince ?? clock.now().toISOString()
      if (error instanceof DeliveryError)
        await changeWebhook(db, id, { last_error: error.message, failing_since: failingSince })
      throw error
    }
  }

  /** Tells organisers once that a webhook is dead. */
  async function reportDead(trx: Db, { recipient }: QueuedMessage, reason: string): Promise<void> {
    const now = clock.now()
    const webhook = await findWebhook(trx, toWebhookId(recipient))
    if (!webhook || !(await markWebhookDead(trx, webhook.id, now))) return
    const chat = `${webhookServiceNames[webhook.service]} (${webhook.host}, ending in ${webhook.ending})`
    const message = composeMail({
      subject: 'Posts to a chat have stopped',
      paragraphs: [
        'Hello,',
        `${name} can no longer post to a chat in ${chat}. ${reason}`,
        'Posts to it are switched off. On the admin page, remove it, or add a new webhook that you have created in the chat:',
      ],
      action: { text: 'Open the Admin page', url: `${publicUrl}/admin` },
    })
    const emails = (await listOrganiserAddresses(trx, 'all', now)).map((address) => ({
      requestKey: `webhook-dead:${webhook.id}:${now.toISOString()}`,
      recipient: address,
      message,
    }))
    await addEmails(trx, emails, now)
  }

  return {
    name: 'webhook',
    concurrency: 3,
    leaseMs: 60 * second,
    recipientIntervalMs,
    isStrictlyOrdered: true,
    retryDelaysMs,
    send,
    async onGivenUp(trx, message, { kind, reason }) {
      if (kind === 'gone') await reportDead(trx, message, reason)
    },
  }
}

/** The webhook, its channel or its permission is gone. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
const goneTexts: Readonly<Record<WebhookService, RegExp>> = {
  slack: /^(?:no_service|no_service_id|no_active_hooks|no_team|team_disabled|invalid_token|channel_is_archived)/,
  discord: /"code": ?(?:10015|50027)\b/,
  teams: /WorkflowTriggerIsNotEnabled|WorkflowNotFound|WorkflowDisabled/i,
}

const defaultPauseMs = 30_000

type WebhookResponse = Pick<PostResponse, 'status' | 'text' | 'retryAfterMs'>

/** Why a response rejects a post; undefined if it accepts it. */
export function findRejection(service: WebhookService, response: WebhookResponse): DeliveryError | undefined {
  const { status, text } = response
  if (status === 429) return toBusy(response)
  if (status >= 200 && status < 300) return service === 'teams' ? findTeamsRejection(response) : undefined
  if (status >= 300 && status < 400)
    return toError('refused', `The service responded with a redirect (${status}), which is not followed.`)
  if (goneStatuses.has(status) || goneTexts[service].test(text))
    return toError('gone', `The webhook no longer exists (status ${status}).`)
  if (status >= 500 || status === 408) return toError('later', `The service had a fault (status ${status}).`)
  return toError('refused', `The service refused the post (status ${status}).`)
}

/** Connectors respond with 200 and put the Teams error in the body. */
function findTeamsRejection(response: WebhookResponse): DeliveryError | undefined {
  const [, status] = /HTTP error (\d{3})/i.exec(response.text) ?? []
  if (status === undefined) return undefined
  return status === '429' ? toBusy(response) : toError('later', `Teams had a fault (status ${status}).`)
}

const toError = (kind: Failure['kind'], text: string) => new DeliveryError(text, { kind })

/** Discord's body is more precise than the header. */
function toBusy({ retryAfterMs, text }: WebhookResponse): DeliveryError {
  const [, seconds] = /"retry_after": ?(\d+(?:\.\d+)?)/.exec(text) ?? []
  const afterMs = seconds === undefined ? (retryAfterMs ?? defaultPauseMs) : limitPause(Number(seconds) * 1000)
  return new DeliveryError('The service asked for a pause.', { kind: 'later', afterMs })
}

/** Discord's pause before the next post, from the headers of an accepted one. */
export function findPauseMs(headers: Headers): number {
  const seconds = Number(headers.get('x-ratelimit-reset-after'))
  return headers.get('x-ratelimit-remaining') === '0' && seconds > 0 ? limitPause(seconds * 1000) : 0
}
