import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { findEntryOfUser } from '../entries/entry-store.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addEmails, type MailMessage } from '../mail/mail-queue.ts'
import type { DeviceGoneListener, Push } from '../push/push.ts'
import { listDevices } from '../push/push-store.ts'
import { findAddressee } from './notification-store.ts'
import { testTag } from './notification-texts.ts'

type Options = { publicUrl: string; clock: Pick<Clock, 'now'> }

/**
 * When a user's last device is gone, emails them the notifications it would have shown (docs/rules.md, 9.7). Runs in the
 * transaction that removes the device, so that nothing is lost or sent twice.
 */
export function createDeadDeviceEmails({ publicUrl, clock }: Options): DeviceGoneListener {
  return async (trx, { userId, device, pushes }) => {
    if ((await listDevices(trx, userId)).length > 0) return
    const person = await findAddressee(trx, userId)
    if (!person || !isDeliverable(person.email)) return
    const now = clock.now()
    for (const { requestKey, push } of pushes) {
      if (!(await isStillUseful(trx, push, now))) continue
      const message = deadDeviceMessage({ name: person.name, device, ...push, publicUrl })
      await addEmails(trx, [{ requestKey, recipient: person.email, message, expiresAt: push.expiresAt }], now)
    }
  }
}

async function isStillUseful(trx: Db, { tag, expiresAt, unlessEntered }: Push, now: Date): Promise<boolean> {
  if (tag === testTag || expiresAt <= now.toISOString()) return false
  return unlessEntered === undefined || !(await findEntryOfUser(trx, unlessEntered))
}

type Parts = Pick<Push, 'title' | 'body' | 'path'> & { name: string; device: string; publicUrl: string }

/** The email sent instead of a notification. */
function deadDeviceMessage({ name, device, title, body, path, publicUrl }: Parts): MailMessage {
  return composeMail({
    subject: title,
    paragraphs: [`Hello ${name},`, body],
    action: { text: 'Open the pool', url: publicUrl + path },
    closing: `You are getting this by email because "${device}" no longer shows notifications and you have not added another device. You can add one here: ${publicUrl}/notifications`,
  })
}
