import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { findEntryOfUser } from '../entries/entry-store.ts'
import type { Log } from '../log.ts'
import type { Channel, Failure } from '../outbox/outbox-channel.ts'
import { sha256 } from '../sha256.ts'
import type { DeviceGoneListener, Push } from './push.ts'
import { encryptPush } from './push-encryption.ts'
import { type PushResponse, postPush } from './push-request.ts'
import { isPushEndpoint } from './push-services.ts'
import { findSubscription, keyRefusal, listWaiting, removeSubscription } from './push-store.ts'
import type { Vapid } from './vapid.ts'

type Options = {
  db: Db
  clock: Pick<Clock, 'now'>
  vapid: Vapid
  log: Log
  onDeviceGone?: DeviceGoneListener
  testOrigin?: string | undefined
}

const minute = 60_000
/** A message is given up when it expires, or after these delays. */
const retryDelaysMs = [1, 5, 15, 60, 240].map((minutes) => minutes * minute)
const idLength = 16
/** The limit on the pause that a push service may ask for. */
const maxWaitMs = 6 * 60 * minute

class PushRefusal extends Error {
  readonly failure: Failure
  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/** Sends notifications to browsers by Web Push (docs/security.md, 23). The recipient is the id of a subscription. */
export function createPushChannel({ db, clock, vapid, log, onDeviceGone, testOrigin }: Options): Channel {
  return {
    name: 'push',
    concurrency: 8,
    retryDelaysMs,
    // The browser recognises duplicates by id. A repeat must not follow a newer message, which may have replaced it.
    isRepeatable: true,
    recipientIntervalMs: 0,
    async send({ recipient, payload, requestKey }, handOver) {
      const subscription = await findSubscription(db, Number(recipient))
      if (!subscription) throw new PushRefusal('the device has been removed', { kind: 'refused' })
      if (!isPushEndpoint(subscription.endpoint, { testOrigin }))
        throw new PushRefusal('not a known push service', { kind: 'gone' })
      // Written by `addPushes`.
      const push = payload as Push
      if (push.unlessEntered && (await findEntryOfUser(db, push.unlessEntered)))
        throw new PushRefusal('they have entered', { kind: 'refused' })
      const url = new URL(subscription.endpoint)
      const body = encryptPush(Buffer.from(JSON.stringify(toNotification(requestKey, push))), subscription)
      const headers = { ...toHeaders(push, clock.now()), authorization: await vapid.authorize(url) }
      check(await postPush(url, { headers, body }, handOver), url, clock.now())
    },
    classify(error) {
      if (!(error instanceof PushRefusal)) return { kind: 'later' }
      if (error.message.startsWith(keyRefusal))
        log.error({ reason: error.message }, 'push notifications are misconfigured')
      return error.failure
    },
    async onGivenUp(trx, { recipient, requestKey, payload }, { kind }) {
      if (kind !== 'gone') return
      const subscription = await findSubscription(trx, Number(recipient))
      if (!subscription) return
      const { id, userId, device } = subscription
      const pushes = [{ requestKey, push: payload as Push }, ...(await listWaiting(trx, id))]
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

function check({ status, retryAfter }: PushResponse, { host }: URL, now: Date): void {
  if (status >= 200 && status < 300) return
  const from = `${host} responded with ${status}`
  if (status === 404 || status === 410) throw new PushRefusal(`the subscription has ended: ${from}`, { kind: 'gone' })
  if (status === 401 || status === 403) throw new PushRefusal(`${keyRefusal}: ${from}`, { kind: 'later' })
  const afterMs = toWaitMs(retryAfter, now)
  if (status === 429 || status >= 500)
    throw new PushRefusal(from, { kind: 'later', ...(afterMs !== undefined && { afterMs }) })
  throw new PushRefusal(from, { kind: 'refused' })
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). */
function toWaitMs(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(wait) ? undefined : Math.min(maxWaitMs, Math.max(1000, wait))
}
