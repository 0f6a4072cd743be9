import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findSendingTime, type NotificationKind } from '#domain/notifications/notification-preferences.ts'
import { toBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'
import { composeMail } from '../mail/account-messages.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addMails, type Mail } from '../mail/mail-queue.ts'
import { addPushes, type NewPush } from '../push/push-store.ts'
import { toLocalDay } from '../time-format.ts'
import { listNotifications, type Recipient } from './notification-store.ts'
import { type NotificationText, toTag } from './notification-texts.ts'

/** A notification to many users, each through the channel they have chosen. */
export type UserNotification = {
  readonly kind: NotificationKind
  readonly tournamentId: number
  /** The idempotency key, per user and channel. */
  toKey(userId: number): string
  readonly expiresAt: Date
  readonly urgency: 'normal' | 'high'
  /** The notification is useless after `expiresAt`: users whose quiet hours last until then get an email instead. */
  readonly isDeadline?: boolean
  /** Null if it does not concern them. */
  toText(recipient: Recipient): NotificationText | null
  /** Replaces the email composed from the text. */
  toMail?(recipient: Recipient): Pick<Mail, 'requestKey' | 'message'> | null
  /** Not sent to users who have entered by then. */
  readonly isForNonEntrants?: boolean
  /** The limit for this kind and tournament per user and day, in their time zone. */
  readonly maxPerDay?: number
}

const batchSize = 250
const dayMs = 24 * 60 * 60 * 1000

/** Adds the notification to the outbox for every user it concerns (docs/rules.md, 9.7). */
export async function addNotifications(
  trx: Db,
  recipients: readonly Recipient[],
  notification: UserNotification,
  { now, publicUrl, timeZone }: { now: Date; publicUrl: string; timeZone: string },
): Promise<void> {
  const hasReachedLimit =
    notification.maxPerDay === undefined
      ? () => false
      : await createDailyLimit(trx, notification, notification.maxPerDay, now)
  for (const batch of toBatches(recipients, batchSize)) {
    const planned = batch.map((recipient) => plan(recipient))
    await addPushes(
      trx,
      planned.flatMap(({ pushes }) => pushes),
      now,
    )
    await addMails(
      trx,
      planned.flatMap(({ mail }) => mail ?? []),
      now,
    )
    await yieldToEventLoop()
  }

  function plan(recipient: Recipient): { pushes: readonly NewPush[]; mail: Mail | null } {
    const channel = recipient.choices[notification.kind]
    const text = channel === 'off' ? null : notification.toText(recipient)
    const zone = recipient.timeZone ?? timeZone
    if (text === null || hasReachedLimit(recipient.id, zone)) return { pushes: [], mail: null }
    if (channel === 'email') return { pushes: [], mail: toMail(recipient, text) }
    const notBefore = findSendingTime({ ...recipient, now, timeZone: zone })
    if (notBefore < notification.expiresAt)
      return { pushes: recipient.subscriptionIds.map((id) => toPush(recipient, id, text, notBefore)), mail: null }
    // Quiet hours are respected, and nobody with a device misses a deadline.
    const isMailed = notification.isDeadline === true && recipient.subscriptionIds.length > 0
    return { pushes: [], mail: isMailed ? toMail(recipient, text) : null }
  }

  function toPush({ id: userId }: Recipient, subscriptionId: number, text: NotificationText, notBefore: Date): NewPush {
    const { kind, tournamentId, urgency, isForNonEntrants } = notification
    const expiresAt = notification.expiresAt.toISOString()
    const unlessEntered = isForNonEntrants ? { unlessEntered: { tournamentId, userId } } : {}
    return {
      requestKey: notification.toKey(userId),
      subscriptionId,
      notBefore,
      push: { ...text, tag: toTag(kind, tournamentId), urgency, expiresAt, isNotice: true, ...unlessEntered },
    }
  }

  function toMail(recipient: Recipient, text: NotificationText): Mail | null {
    if (!isDeliverable(recipient.email)) return null
    const mail = notification.toMail
      ? notification.toMail(recipient)
      : { requestKey: notification.toKey(recipient.id), message: toMessage(recipient, text) }
    return mail && { ...mail, recipient: recipient.email, expiresAt: notification.expiresAt.toISOString() }
  }

  function toMessage({ name }: Recipient, { title, body, path }: NotificationText) {
    return composeMail({
      subject: title,
      paragraphs: [`Hello ${name},`, body],
      action: { text: 'Open the pool', url: publicUrl + path },
      closing: `You chose to get these emails. You can change that here: ${publicUrl}/notifications`,
    })
  }
}

/** Returns a function that says whether a user has reached today's limit. */
async function createDailyLimit(trx: Db, { kind, tournamentId }: UserNotification, maxPerDay: number, now: Date) {
  const since = new Date(now.getTime() - 2 * dayMs)
  const added = await listNotifications(trx, { kind, tournamentId }, since)
  return (userId: number, timeZone: string): boolean => {
    const today = toLocalDay(now, timeZone)
    const times = added.get(userId) ?? []
    return times.filter((at) => toLocalDay(at, timeZone) === today).length >= maxPerDay
  }
}
