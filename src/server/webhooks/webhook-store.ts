import type { Selectable } from 'kysely'
import type { PoolEventKind } from '#domain/notifications/pool-events.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type StoredWebhook = ReturnType<typeof toWebhook>
export type NewWebhook = Pick<StoredWebhook, 'service' | 'host' | 'ending' | 'kinds' | 'digest' | 'sealedUrl'>

/** The recipient of a webhook's messages in the outbox. */
export const toRecipient = (webhookId: number) => `webhook:${webhookId}`

export const toWebhookId = (recipient: string) => Number(recipient.replace('webhook:', ''))

export async function listWebhooks(db: Db): Promise<StoredWebhook[]> {
  return (await db.selectFrom('webhooks').selectAll().orderBy('id').execute()).map(toWebhook)
}

export async function findWebhook(db: Db, id: number): Promise<StoredWebhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

/** Returns its id. A duplicate address violates a unique constraint. */
export async function addWebhook(db: Db, webhook: NewWebhook, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({
      service: webhook.service,
      digest: webhook.digest,
      sealed_url: webhook.sealedUrl,
      host: webhook.host,
      ending: webhook.ending,
      kinds: JSON.stringify(webhook.kinds),
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if there is no such webhook. */
export async function changeWebhookKinds(db: Db, id: number, kinds: readonly PoolEventKind[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ kinds: JSON.stringify(kinds) })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** A post was accepted, so the webhook is alive. */
export async function markPosted(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ last_sent_at: now.toISOString(), failing_since: null, last_error: null, dead_since: null })
    .where('id', '=', id)
    .execute()
}

export async function markPostFailed(db: Db, id: number, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({
      last_error: reason,
      failing_since: eb.fn.coalesce('failing_since', eb.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns false if there is no such webhook, or if it was already dead. */
export async function markWebhookDead(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ dead_since: now.toISOString() })
    .where('id', '=', id)
    .where('dead_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The number of posts by recipient: of those that are queued, or of all whose keys have a prefix. */
export async function countPosts(db: Db, which: 'queued' | { keyPrefix: string }): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['recipient', fn.countAll<number | string>().as('count')])
    .where('channel', '=', 'webhook')
    .where((eb) =>
      which === 'queued' ? eb('next_attempt_at', 'is not', null) : eb('request_key', 'like', `${which.keyPrefix}%`),
    )
    .groupBy('recipient')
    .execute()
  return new Map(rows.map(({ recipient, count }) => [recipient, Number(count)]))
}

function toWebhook(row: Selectable<Tables['webhooks']>) {
  return {
    id: row.id,
    service: row.service,
    host: row.host,
    ending: row.ending,
    // Written by `addWebhook` and `changeWebhookKinds`, so not validated again.
    kinds: JSON.parse(row.kinds) as readonly PoolEventKind[],
    lastSentAt: row.last_sent_at,
    failingSince: row.failing_since,
    lastError: row.last_error,
    deadSince: row.dead_since,
    digest: row.digest,
    sealedUrl: row.sealed_url,
  }
}
