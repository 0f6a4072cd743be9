import type { Updateable } from 'kysely'
import type { PoolEventKind } from '#domain/notifications/pool-events.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type StoredWebhook = Awaited<ReturnType<typeof listWebhooks>>[number]
export type NewWebhook = Pick<StoredWebhook, 'service' | 'host' | 'ending' | 'kinds' | 'digest' | 'sealedUrl'>

/** The recipient of a webhook's messages in the outbox. */
export const toRecipient = (webhookId: number) => `webhook:${webhookId}`

export const toWebhookId = (recipient: string) => Number(recipient.replace('webhook:', ''))

export async function listWebhooks(db: Db) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'service', 'host', 'ending', 'kinds', 'digest', 'sealed_url as sealedUrl'])
    .select(['last_sent_at as lastSentAt', 'failing_since as failingSince', 'last_error as lastError'])
    .select('dead_since as deadSince')
    .orderBy('id')
    .execute()
  // Written by `addWebhook` and `changeWebhook`, so not validated again.
  return rows.map(({ kinds, ...webhook }) => ({ ...webhook, kinds: JSON.parse(kinds) as readonly PoolEventKind[] }))
}

export async function findWebhook(db: Db, id: number): Promise<StoredWebhook | undefined> {
  return (await listWebhooks(db)).find((webhook) => webhook.id === id)
}

/** Returns its id. A duplicate address violates a unique constraint. */
export async function addWebhook(db: Db, { kinds, sealedUrl, ...webhook }: NewWebhook, now: Date): Promise<number> {
  const stored = { ...webhook, kinds: JSON.stringify(kinds), sealed_url: sealedUrl, created_at: now.toISOString() }
  return (await db.insertInto('webhooks').values(stored).returning('id').executeTakeFirstOrThrow()).id
}

export async function changeWebhook(db: Db, id: number, columns: Updateable<Tables['webhooks']>): Promise<void> {
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

export async function removeWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
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
