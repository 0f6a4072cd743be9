import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Reach } from '#contract/organiser-message-contract.ts'
import { findSendingTime, type NotificationKind } from '#domain/notifications/notification-preferences.ts'
import { truncate } from '#domain/text/format.ts'
import { isDeliverable } from '#server/delivery/mail/email-address.ts'
import { addEmails, composeMail, type Mail, type MailMessage } from '#server/delivery/mail/mail.ts'
import {
  addPushes,
  type DeviceGoneListener,
  listDelays,
  listDevices,
  type NewPush,
  type Push,
} from '#server/delivery/push/push-store.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { findAddressee, type Recipient } from './notification-store.ts'
import { type NotificationText, testTag, toNotificationsLink, toTag } from './notification-texts.ts'

/** A message to many people, each through the channel they have chosen. */
export type UserNotification = {
  readonly kind: NotificationKind
  readonly tournamentId: number
  /** The idempotency key, the same for all channels. */
  toKey(userId: number): string
  /** By default, two days from now: it stays interesting. */
  readonly expiresAt?: Date
  /** Newer notifications replace older ones with the same tag; default: of the same kind. At most 32 characters. */
  readonly tag?: string
  /** How soon a device shows the notification; default: normal. */
  readonly urgency?: 'normal' | 'high'
  /** The notification is useless after `expiresAt`: users whose quiet hours last until then get an email instead. */
  readonly isDeadline?: boolean
  /** Null if it does not concern them. */
  toText(recipient: Addressee): NotificationText | null
  /** Replaces the email composed from the text. */
  toMail?(recipient: Addressee): MailMessage
  /** The tournament whose picks sheet is attached to the email. */
  readonly sheetOf?: number
  /** Not sent to users who have entered by then. */
  readonly isForNonEntrants?: boolean
}

/** Someone with the time zone for the times in their message: their own, or else the pool's. */
export type Addressee = Recipient & { readonly timeZone: string }

export type SendingContext = {
  readonly now: Date
  readonly publicUrl: string
  /** The pool's time zone, for people whose own is unknown. */
  readonly timeZone: string
  /** An organiser sends it now. Otherwise it is automatic. */
  readonly isRequested?: boolean
}

/** A recap of so many people takes less than 50 ms. */
const batchSize = 50

type Channel = 'push' | 'email'

const lastingMs = 2 * 24 * 60 * 60 * 1000

/** Longer texts are cut off on devices: phones show less. */
const maxLength = { title: 80, body: 240 } as const

/**
 * How a message reaches someone; null if they do not get it. The default is a notification. People without a device get no
 * automatic message then, but an organiser's by email.
 */
export function findChannel(
  { choices, subscriptionIds, email }: Pick<Recipient, 'choices' | 'subscriptionIds' | 'email'>,
  kind: NotificationKind,
  { isRequested = false }: Pick<SendingContext, 'isRequested'>,
): Channel | null {
  const choice = choices[kind]
  if (choice === 'off') return null
  if (choice === 'push' && subscriptionIds.length > 0) return 'push'
  return (choice === 'email' || isRequested) && isDeliverable(email) ? 'email' : null
}

type Meant = Pick<UserNotification, 'kind' | 'isDeadline' | 'expiresAt'>

/** How a message of an organiser reaches people, if it is sent now; it concerns all of them. */
export function findReach(
  people: readonly Recipient[],
  notification: Meant,
  { hasMail, ...context }: Pick<SendingContext, 'now' | 'timeZone'> & { hasMail: boolean },
): Reach {
  const channels = people.map((person) => findWay(person, notification, { ...context, isRequested: true }))
  const count = (wanted: Channel | null) => channels.filter((channel) => channel === wanted).length
  const emails = count('email')
  return { devices: count('push'), emails: hasMail ? emails : 0, files: hasMail ? 0 : emails, none: count(null) }
}

/** How a message reaches someone now. Quiet hours are respected, and nobody with a device misses a deadline. */
export function findWay(
  recipient: Recipient,
  { kind, isDeadline = false, expiresAt }: Meant,
  context: Pick<SendingContext, 'now' | 'timeZone' | 'isRequested'>,
): Channel | null {
  const channel = findChannel(recipient, kind, context)
  if (channel !== 'push') return channel
  const { now } = context
  const at = findSendingTime({ ...recipient, timeZone: recipient.timeZone ?? context.timeZone, now })
  if (at < (expiresAt ?? toLastingUntil(now))) return 'push'
  return isDeadline && isDeliverable(recipient.email) ? 'email' : null
}

function toLastingUntil(now: Date): Date {
  return new Date(now.getTime() + lastingMs)
}

/** Adds the message to the outbox for everyone it concerns, and returns who gets it, by user id, and how (docs/rules.md, 9.7). */
export async function addNotifications(
  trx: Db,
  recipients: readonly Recipient[],
  notification: UserNotification,
  context: SendingContext,
): Promise<Map<number, Channel>> {
  const reached = new Map<number, Channel>()
  for await (const batch of composeBatches(trx, recipients, notification, context)) {
    await addPushes(trx, batch.pushes, context.now)
    await addEmails(trx, batch.emails, context.now)
    for (const [userId, channel] of batch.reached) reached.set(userId, channel)
  }
  return reached
}

/** The number of people who would get the message; sends nothing. */
export async function countReached(
  db: Db,
  recipients: readonly Recipient[],
  notification: UserNotification,
  context: SendingContext,
): Promise<number> {
  let count = 0
  for await (const { reached } of composeBatches(db, recipients, notification, context)) count += reached.length
  return count
}

/** The people whom an organiser’s message reached, and the emails among them that only became files. */
export function toNotified(reached: ReadonlyMap<number, Channel>, hasMail: boolean): { people: number; files: number } {
  const files = hasMail ? 0 : [...reached.values()].filter((channel) => channel === 'email').length
  return { people: reached.size - files, files }
}

type Batch = {
  readonly reached: [userId: number, channel: Channel][]
  readonly pushes: NewPush[]
  readonly emails: Mail[]
}

/** Composes the message for everyone it concerns. Yields to other requests after each batch. */
async function* composeBatches(
  db: Db,
  recipients: readonly Recipient[],
  notification: UserNotification,
  context: SendingContext,
): AsyncGenerator<Batch> {
  // A deadline gives nothing away, and comes too late all too easily.
  const delays = notification.isDeadline ? new Map<number, number>() : await listDelays(db)
  const expiresAt = notification.expiresAt ?? toLastingUntil(context.now)
  for (const people of toBatches(recipients, batchSize)) {
    const batch: Batch = { reached: [], pushes: [], emails: [] }
    for (const person of people) addToBatch(batch, { ...person, timeZone: person.timeZone ?? context.timeZone })
    yield batch
    await yieldToEventLoop()
  }

  function addToBatch({ reached, pushes, emails }: Batch, recipient: Addressee): void {
    const channel = findWay(recipient, notification, context)
    const text = channel && notification.toText(recipient)
    if (!text) return
    if (channel === 'email') emails.push(toMail(recipient, text))
    else {
      const notBefore = findSendingTime({ ...recipient, now: context.now })
      pushes.push(...recipient.subscriptionIds.map((id) => toPush(recipient, id, text, notBefore)))
    }
    reached.push([recipient.id, channel])
  }

  function toPush(
    { id: userId }: Recipient,
    subscriptionId: number,
    { email: _email, ...text }: NotificationText,
    earliest: Date,
  ): NewPush {
    const notBefore = new Date(earliest.getTime() + 1000 * (delays.get(subscriptionId) ?? 0))
    const { kind, tournamentId, urgency = 'normal', isForNonEntrants, tag = toTag(kind, tournamentId) } = notification
    const shown = { title: truncate(text.title, maxLength.title), body: truncate(text.body, maxLength.body) }
    const unlessEntered = isForNonEntrants ? { unlessEntered: { tournamentId, userId } } : {}
    return {
      requestKey: notification.toKey(userId),
      subscriptionId,
      notBefore,
      push: { ...text, ...shown, tag, urgency, expiresAt: expiresAt.toISOString(), ...unlessEntered },
    }
  }

  function toMail(recipient: Addressee, text: NotificationText): Mail {
    return {
      requestKey: notification.toKey(recipient.id),
      recipient: recipient.email,
      message: {
        ...(notification.toMail?.(recipient) ?? notificationMessage(recipient.name, text, context.publicUrl)),
        ...(notification.sheetOf !== undefined && { sheetOf: notification.sheetOf }),
      },
      expiresAt: expiresAt.toISOString(),
    }
  }
}

/** The email that is sent instead of a notification. */
function notificationMessage(
  name: string,
  { title, body, path, email: { check, ...headers } = {} }: NotificationText,
  publicUrl: string,
  reason?: string,
) {
  const message = composeMail({
    subject: title,
    paragraphs: [`Hello ${name},`, ...body.split(/\n{2,}/)],
    action: { text: 'Open the pool', url: publicUrl + path },
    check,
    footer: toNotificationsLink(publicUrl, reason),
  })
  return { ...message, ...headers }
}

type DeadDeviceOptions = { publicUrl: string; clock: Pick<Clock, 'now'> }

/**
 * When a user's last device is gone, emails them the notifications it would have shown (docs/rules.md, 9.7). Runs in the
 * transaction that removes the device, so that nothing is lost or sent twice.
 */
export function createDeadDeviceEmails({ publicUrl, clock }: DeadDeviceOptions): DeviceGoneListener {
  return async (trx, { userId, device, pushes }) => {
    if ((await listDevices(trx, userId)).length > 0) return
    const person = await findAddressee(trx, userId)
    if (!person || !isDeliverable(person.email)) return
    const now = clock.now()
    for (const { requestKey, push } of pushes) {
      if (!(await isStillUseful(trx, push, now))) continue
      const reason = `You are getting this by email because "${device}" no longer shows notifications and you have not added another device. You can add one here`
      const message = notificationMessage(person.name, push, publicUrl, reason)
      await addEmails(trx, [{ requestKey, recipient: person.email, message, expiresAt: push.expiresAt }], now)
    }
  }
}

async function isStillUseful(trx: Db, { tag, expiresAt, unlessEntered }: Push, now: Date): Promise<boolean> {
  if (tag === testTag || expiresAt <= now.toISOString()) return false
  return unlessEntered === undefined || !(await findEntryOfUser(trx, unlessEntered))
}
