import { type PoolEventKind, poolEventKinds } from '#domain/notifications/pool-events.ts'
import { recogniseWebhook } from '#domain/notifications/webhook-url.ts'
import { addMessages } from '#server/delivery/outbox/outbox-store.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { toExamplePosts, toTestPost } from './post.ts'
import {
  addWebhook,
  changeWebhook,
  countPosts,
  findWebhook,
  listWebhooks,
  removeWebhook,
  type StoredWebhook,
  toRecipient,
} from './webhook-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> & {
  vault: Vault
  publicUrl: string
  timeZone: string
  /** The pool's name. */
  name: string
}

const maxWebhooks = 10
const minuteMs = 60_000

type Webhook = ReturnType<typeof toMessage>

export type WebhookEditor = ReturnType<typeof createWebhookEditor>

/** Manages the chats that get posts about events (docs/rules.md, 9.6). A saved address never leaves the server. */
export function createWebhookEditor({ db, clock, outbox, vault, publicUrl, timeZone, name }: Options) {
  const examples = toExamplePosts({ publicUrl, timeZone })

  async function toCurrentMessage(from: Db, webhook: StoredWebhook): Promise<Webhook> {
    return toMessage(webhook, await countPosts(from, 'queued'))
  }

  return {
    async list() {
      const waiting = await countPosts(db, 'queued')
      return { webhooks: (await listWebhooks(db)).map((webhook) => toMessage(webhook, waiting)), examples }
    },

    /** A repeat updates the kinds of the stored webhook and returns it. */
    async add(submission: { url: string; kinds: readonly PoolEventKind[] }, organiserId: number): Promise<Webhook> {
      const url = submission.url.trim()
      const recognised = recogniseWebhook(url)
      if (typeof recognised === 'string') throw invalidField('url', recognised)
      const { service, host, path } = recognised
      const address = `https://${host}${path}`
      const digest = sha256Hex(address)
      const kinds = sortKinds(submission.kinds)
      return inRetriedTransaction(db, async (trx) => {
        const webhooks = await listWebhooks(trx)
        const existing = webhooks.find((webhook) => webhook.digest === digest)
        if (existing) return change(trx, existing, kinds, organiserId)
        if (webhooks.length >= maxWebhooks)
          throw invalidField('url', `would be the ${maxWebhooks + 1}th chat: remove one first`)
        const now = await clock.authoritativeNow(trx)
        const sealedUrl = vault.seal(digest, Buffer.from(address))
        const id = await addWebhook(trx, { service, host, ending: path.slice(-4), kinds, digest, sealedUrl }, now)
        const details = { webhookId: id, service, host, kinds }
        await addAuditEntry(trx, { userId: organiserId, action: 'webhook added', details }, now)
        return toCurrentMessage(trx, await requireWebhook(trx, id))
      })
    },

    async change(id: number, kinds: readonly PoolEventKind[], organiserId: number): Promise<Webhook> {
      return inRetriedTransaction(db, async (trx) =>
        change(trx, await requireWebhook(trx, id), sortKinds(kinds), organiserId),
      )
    },

    /** Queued posts are no longer sent. */
    async remove(id: number, organiserId: number): Promise<void> {
      await inRetriedTransaction(db, async (trx) => {
        const { service, host } = await requireWebhook(trx, id)
        await removeWebhook(trx, id)
        const details = { webhookId: id, service, host }
        const now = await clock.authoritativeNow(trx)
        await addAuditEntry(trx, { userId: organiserId, action: 'webhook removed', details }, now)
      })
    },

    /** A dead webhook that accepts the post is revived. Returns false if a test was queued in the same minute. */
    async test(id: number): Promise<boolean> {
      const { id: webhookId } = await requireWebhook(db, id)
      const now = await clock.authoritativeNow(db)
      const message = {
        channel: 'webhook',
        requestKey: `post-test:${webhookId}:${Math.floor(now.getTime() / minuteMs)}`,
        recipient: toRecipient(webhookId),
        payload: toTestPost(name, { publicUrl }),
        expiresAt: new Date(now.getTime() + 5 * minuteMs).toISOString(),
      } as const
      const added = await addMessages(db, [message], now)
      outbox.wake()
      return added === 1
    },
  }

  async function change(trx: Db, webhook: StoredWebhook, kinds: readonly PoolEventKind[], organiserId: number) {
    if (webhook.kinds.join() !== kinds.join()) {
      await changeWebhook(trx, webhook.id, { kinds: JSON.stringify(kinds) })
      const { id, service, host } = webhook
      const details = { webhookId: id, service, host, before: webhook.kinds, after: kinds }
      const now = await clock.authoritativeNow(trx)
      await addAuditEntry(trx, { userId: organiserId, action: 'webhook changed', details }, now)
    }
    return toCurrentMessage(trx, { ...webhook, kinds })
  }
}

async function requireWebhook(db: Db, id: number): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw new Problem('not-found', { detail: 'There is no such webhook.' })
  return webhook
}

/** Sorts kinds of posts as the screen lists them. */
function sortKinds(kinds: readonly PoolEventKind[]): PoolEventKind[] {
  return poolEventKinds.filter((kind) => kinds.includes(kind))
}

function toMessage(webhook: StoredWebhook, waiting: ReadonlyMap<string, number>) {
  const { digest: _digest, sealedUrl: _sealedUrl, ...shown } = webhook
  return { ...shown, waiting: waiting.get(toRecipient(webhook.id)) ?? 0 }
}
