import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { findEntryOfUser } from '../entries/entry-store.ts'
import { isDeliverable } from '../mail/email-address.ts'
import { addEmails } from '../mail/mail.ts'
import { type DeviceGoneListener, listDevices, type Push } from '../push/push-store.ts'
import { notificationMessage } from './notification-delivery.ts'
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
      const closing = `You are getting this by email because "${device}" no longer shows notifications and you have not added another device. You can add one here: ${publicUrl}/notifications`
      const message = notificationMessage(person, push, { publicUrl, closing })
      await addEmails(trx, [{ requestKey, recipient: person.email, message, expiresAt: push.expiresAt }], now)
    }
  }
}

async function isStillUseful(trx: Db, { tag, expiresAt, unlessEntered }: Push, now: Date): Promise<boolean> {
  if (tag === testTag || expiresAt <= now.toISOString()) return false
  return unlessEntered === undefined || !(await findEntryOfUser(trx, unlessEntered))
}
