import { type Channel, DeliveryError } from '#server/delivery/outbox/outbox-channel.ts'
import { type PostResponse, postOnce } from '#server/delivery/outbox/post-once.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { encryptPush } from './push-encryption.ts'
import { isPushEndpoint } from './push-services.ts'
import {
  type DeviceGoneListener,
  findSubscription,
  keyRefusal,
  listWaiting,
  type Push,
  removeSubscription,
} from './push-store.ts'
import type { Vapid } from './vapid.ts'

type Options = {
  db: Db
  clock: Pick<Clock, 'now'>
  vapid: Vapid
  log: Log
  /** Whether this person has an entry in this tournament. */
  hasEntered(user: NonNullable<Push['unlessEntered']>): Promise<boolean>
  onDeviceGone?: DeviceGoneListener
}

const minute = 60_000
/** A message is given up when it expires, or after these delays. */
const retryDelaysMs = [1, 5, 15, 60, 240].map((minutes) => minutes * minute)
const idLength = 16

/** Sends notifications to browsers by Web Push (docs/security.md, 23). The recipient is the id of a subscription. */
export function createPushChannel({ db, clock, vapid, log, hasEntered, onDeviceGone }: Options): Channel {
  return {
    name: 'push',
    concurrency: 8,
    retryDelaysMs,
    leaseMs: minute,
    // One after another, because a newer message may replace an older one. Browsers recognise duplicates by id.
    recipientIntervalMs: 0,
    async send({ recipient, payload, requestKey }) {
      const subscription = await findSubscription(db, Number(recipient))
      if (!subscription) throw new DeliveryError('the device has been removed', { kind: 'refused' })
      if (!isPushEndpoint(subscription.endpoint)) throw new DeliveryError('not a known push service', { kind: 'gone' })
      // Written by `addPushes`.
      const push = payload as Push
      if (push.unlessEntered && (await hasEntered(push.unlessEntered)))
        throw new DeliveryError('they have entered', { kind: 'refused' })
      const url = new URL(subscription.endpoint)
      const body = encryptPush(Buffer.from(JSON.stringify(toNotification(requestKey, push))), subscription)
      const headers = { ...toHeaders(push, clock.now()), authorization: await vapid.authorize(url) }
      const failure = findFailure(await postOnce(url, { headers, body }), url)
      if (failure?.message.startsWith(keyRefusal))
        log.error({ reason: failure.message }, 'push notifications are misconfigured')
      if (failure) throw failure
    },
    async onGivenUp(trx, { id: messageId, recipient, requestKey, payload }, { kind }) {
      if (kind !== 'gone') return
      const subscription = await findSubscription(trx, Number(recipient))
      if (!subscription) return
      const { id, userId, device } = subscription
      const waiting = await listWaiting(trx, id)
      const all = [{ messageId, requestKey, push: payload as Push }, ...waiting].toSorted(
        (a, b) => a.messageId - b.messageId,
      )
      const pushes = all.filter(({ push }, index) => !all.slice(index + 1).some((newer) => newer.push.tag === push.tag))
      await removeSubscription(trx, id)
      await onDeviceGone?.(trx, { userId, device, pushes })
    },
  }
}

/** The id is the same in every attempt, and unique to the message. */
function toNotification(requestKey: string, { title, body, path, tag }: Push) {
  const id = sha256(requestKey).slice(0, idLength)
  return { id, title, body, path, tag }
}

function toHeaders({ tag, urgency, expiresAt }: Push, now: Date): Record<string, string> {
  const ttl = Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000))
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(ttl),
    urgency,
    topic: tag,
  }
}

function findFailure({ status, retryAfterMs }: PostResponse, { host }: URL): DeliveryError | undefined {
  if (status >= 200 && status < 300) return undefined
  const from = `${host} responded with ${status}`
  if (status === 404 || status === 410)
    return new DeliveryError(`the subscription has ended: ${from}`, { kind: 'gone' })
  if (status === 401 || status === 403) return new DeliveryError(`${keyRefusal}: ${from}`, { kind: 'later' })
  if (status === 429 || status >= 500)
    return new DeliveryError(from, { kind: 'later', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) })
  return new DeliveryError(from, { kind: 'refused' })
}
