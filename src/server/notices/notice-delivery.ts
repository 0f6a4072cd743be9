import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findSendingTime, type NotificationKind } from '#domain/notifications/notification-preferences.ts'
import type { Db } from '../db/database.ts'
import { toLocalDay } from '../local-day.ts'
import { composeMail } from '../mail/account-messages.ts'
import { addMails, type Mail } from '../mail/mail-queue.ts'
import { addPushes, type NewPush } from '../push/push-store.ts'
import { hasAddress, listNotices, type Recipient } from './notice-store.ts'
import { type NoticeText, toTag } from './notice-texts.ts'

/** Something that people are told of, each in the way they have chosen. */
export type Notice = {
  readonly kind: NotificationKind
  readonly tournamentId: number
  /** Makes it unique for a person and a way. */
  toKey(userId: number): string
  readonly expiresAt: Date
  readonly urgency: 'normal' | 'high'
  /** After this, it would be of no use to anybody: those whose quiet hours last until then get an email. */
  readonly isDeadline?: boolean
  /** Null: it does not concern them. */
  toText(recipient: Recipient): NoticeText | null
  /** Instead of the email that is made of the text. */
  toMail?(recipient: Recipient): Pick<Mail, 'requestKey' | 'message'> | null
  /** Not for people who enter before it is sent. */
  readonly isForNonEntrants?: boolean
  /** Of this kind and tournament, to one person on one day in their time zone. */
  readonly maxPerDay?: number
}

const batchSize = 250
const dayMs = 24 * 60 * 60 * 1000

/** Adds a notice to the outbox for everybody whom it concerns (docs/rules.md, 9.7). */
export async function addNotices(
  trx: Db,
  recipients: readonly Recipient[],
  notice: Notice,
  { now, publicUrl, timeZone }: { now: Date; publicUrl: string; timeZone: string },
): Promise<void> {
  const isEnough =
    notice.maxPerDay === undefined ? () => false : await createDailyLimit(trx, notice, notice.maxPerDay, now)
  for (let from = 0; from < recipients.length; from += batchSize) {
    const batch = recipients.slice(from, from + batchSize)
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
    const way = recipient.choices[notice.kind]
    const text = way === 'off' ? null : notice.toText(recipient)
    const zone = recipient.timeZone ?? timeZone
    if (text === null || isEnough(recipient.id, zone)) return { pushes: [], mail: null }
    if (way === 'email') return { pushes: [], mail: toMail(recipient, text) }
    const notBefore = findSendingTime({ ...recipient, now, timeZone: zone })
    if (notBefore < notice.expiresAt)
      return { pushes: recipient.subscriptionIds.map((id) => toPush(recipient, id, text, notBefore)), mail: null }
    // Nobody is woken, and nobody with a device misses a deadline either.
    const isMailed = notice.isDeadline === true && recipient.subscriptionIds.length > 0
    return { pushes: [], mail: isMailed ? toMail(recipient, text) : null }
  }

  function toPush({ id: userId }: Recipient, subscriptionId: number, text: NoticeText, notBefore: Date): NewPush {
    const { kind, tournamentId, urgency, isForNonEntrants } = notice
    const expiresAt = notice.expiresAt.toISOString()
    const unlessEntered = isForNonEntrants ? { unlessEntered: { tournamentId, userId } } : {}
    return {
      requestKey: notice.toKey(userId),
      subscriptionId,
      notBefore,
      push: { ...text, tag: toTag(kind, tournamentId), urgency, expiresAt, isNotice: true, ...unlessEntered },
    }
  }

  function toMail(recipient: Recipient, text: NoticeText): Mail | null {
    if (!hasAddress(recipient)) return null
    const mail = notice.toMail
      ? notice.toMail(recipient)
      : { requestKey: notice.toKey(recipient.id), message: toMessage(recipient, text) }
    return mail && { ...mail, recipient: recipient.email, expiresAt: notice.expiresAt.toISOString() }
  }

  function toMessage({ name }: Recipient, { title, body, path }: NoticeText) {
    return composeMail({
      subject: title,
      paragraphs: [`Hello ${name},`, body],
      action: { text: 'Open the pool', url: publicUrl + path },
      closing: `You chose to get these emails. You can change that here: ${publicUrl}/notifications`,
    })
  }
}

/** Whether somebody has been told of it often enough today. */
async function createDailyLimit(trx: Db, { kind, tournamentId }: Notice, maxPerDay: number, now: Date) {
  const since = new Date(now.getTime() - 2 * dayMs)
  const added = await listNotices(trx, { kind, tournamentId }, since)
  return (userId: number, timeZone: string): boolean => {
    const today = toLocalDay(now, timeZone)
    const times = added.get(userId) ?? []
    return times.filter((at) => toLocalDay(at, timeZone) === today).length >= maxPerDay
  }
}
