import { addMessages, type NewMessage } from '#server/delivery/outbox/outbox-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import type { SubscriptionKeys } from './push-encryption.ts'

/** A notification, as it is stored in the outbox. */
export type Push = {
  title: string
  body: string
  /** The page that a click opens: a path of the app. */
  path: string
  /** A newer notification with the same tag replaces an older one, on the device and at the push service. */
  tag: string
  urgency: 'normal' | 'high'
  /** ISO 8601 UTC. Push services discard it then. */
  expiresAt: string
  /** The push is dropped if the user has entered this tournament by the time of sending. */
  unlessEntered?: { tournamentId: number; userId: number }
}

/** A browser whose subscription has ended, and the messages it never showed. */
export type GoneDevice = {
  readonly userId: number
  readonly device: string
  readonly pushes: readonly { readonly requestKey: string; readonly push: Push }[]
}

/** Called in the transaction that removes the device. */
export type DeviceGoneListener = (trx: Db, gone: GoneDevice) => Promise<void>

export type Device = { readonly id: number; readonly name: string; readonly createdAt: string; readonly digest: string }

type NewSubscription = SubscriptionKeys & { userId: number; endpoint: string; device: string; delaySeconds?: number }

/** The failure reason starts with this when a push service rejects our VAPID key; `doctor` counts such messages. */
export const keyRefusal = 'the push service does not accept our key'

/** Per user. A new device replaces the oldest. */
const maxDevices = 10

/** `device`: its name. */
export function findSubscription(db: Db, id: number) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id as userId', 'endpoint', 'p256dh', 'auth', 'device'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The user's devices, oldest first. */
export async function listDevices(db: Db, userId: number): Promise<Device[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'device as name', 'created_at as createdAt', 'endpoint'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ endpoint, ...device }) => ({ ...device, digest: sha256(endpoint) }))
}

/** Lists the TV delay of browsers in seconds, except browsers without one. */
export async function listDelays(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('push_subscriptions').select(['id', 'delay_s']).where('delay_s', '>', 0).execute()
  return new Map(rows.map(({ id, delay_s }) => [id, delay_s]))
}

/**
 * Adds a browser and returns its id. It belongs to the last user who subscribed in it: messages queued for a previous user
 * are removed. Call it in a transaction.
 */
export async function saveSubscription(trx: Db, subscription: NewSubscription, now: Date): Promise<number> {
  const { userId, endpoint, p256dh, auth, device, delaySeconds = 0 } = subscription
  const known = await trx
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'p256dh', 'auth'])
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (known?.user_id === userId && known.p256dh === p256dh && known.auth === auth) {
    await trx.updateTable('push_subscriptions').set({ delay_s: delaySeconds }).where('id', '=', known.id).execute()
    return known.id
  }
  if (known) await removeSubscription(trx, known.id)
  const devices = await listDevices(trx, userId)
  for (const { id } of devices.slice(0, Math.max(0, devices.length + 1 - maxDevices))) await removeSubscription(trx, id)
  const { id } = await trx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, endpoint, p256dh, auth, device, delay_s: delaySeconds, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type QueuedPush = { messageId: number; requestKey: string; push: Push }

/** The messages queued for a browser, oldest first. */
export async function listWaiting(db: Db, id: number): Promise<QueuedPush[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'request_key', 'message'])
    .where('channel', '=', 'push')
    .where('recipient', '=', String(id))
    .where('next_attempt_at', 'is not', null)
    .orderBy('id')
    .execute()
  // Written by `addPushes`.
  return rows.map(({ id: messageId, request_key: requestKey, message }) => {
    return { messageId, requestKey, push: JSON.parse(message) as Push }
  })
}

/** Removes a browser and the messages queued for it. */
export async function removeSubscription(trx: Db, id: number): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('channel', '=', 'push')
    .where('recipient', '=', String(id))
    .where('next_attempt_at', 'is not', null)
    .execute()
  await trx.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Removes one of the user's own browsers, by id or address. Does nothing if it is not theirs. */
export async function removeOwnSubscription(trx: Db, userId: number, device: { id: number } | { endpoint: string }) {
  const own = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => ('id' in device ? eb('id', '=', device.id) : eb('endpoint', '=', device.endpoint)))
    .executeTakeFirst()
  if (own) await removeSubscription(trx, own.id)
}

export type NewPush = Omit<NewMessage, 'channel' | 'recipient' | 'payload' | 'expiresAt'> & {
  subscriptionId: number
  push: Push
}

/** Adds notifications to the outbox, which sends them after the commit, and returns how many were new. */
export function addPushes(trx: Db, pushes: readonly NewPush[], now: Date): Promise<number> {
  const messages = pushes.map(({ subscriptionId, push, ...rest }) => ({
    ...rest,
    channel: 'push' as const,
    recipient: String(subscriptionId),
    payload: push,
    tag: push.tag,
    expiresAt: push.expiresAt,
  }))
  return addMessages(trx, messages, now)
}

/** The notifications since then that a push service rejected because of our key. */
export function countRefusals(db: Db, since: Date): Promise<number> {
  const recent = db.selectFrom('outbox').where('channel', '=', 'push').where('created_at', '>=', since.toISOString())
  return countRows(recent.where('last_error', 'like', `${keyRefusal}%`))
}
