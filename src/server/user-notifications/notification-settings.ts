import { randomUUID } from 'node:crypto'
import type {
  NewNotificationDevice,
  NotificationSettings,
  UserNotifications,
} from '#contract/user-notification-contract.ts'
import type { User } from '#domain/permissions.ts'
import type { Clock } from '../db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '../db/database.ts'
import { invalidField, Problem } from '../http/problem.ts'
import { isDeliverable } from '../mail/email-address.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { areSubscriptionKeys } from '../push/push-encryption.ts'
import { isPushEndpoint } from '../push/push-services.ts'
import { addPushes, listDevices, removeOwnSubscription, saveSubscription } from '../push/push-store.ts'
import type { Vapid } from '../push/vapid.ts'
import { lockUser } from '../users/user-store.ts'
import { addDefaultSettings, findAddressee, findSettings, saveSettings } from './notification-store.ts'
import { testTag, testText } from './notification-texts.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'now'>
  outbox: Pick<Outbox, 'wake'>
  vapid: Pick<Vapid, 'publicKey'>
  /** A mail server is set up. */
  hasMail: boolean
}

/** A test that arrives later would be confusing. */
const testLifetimeMs = 5 * 60_000

export type NotificationSettingsService = ReturnType<typeof createNotificationSettings>

/** The caller's notification settings and devices. */
export function createNotificationSettings({ db, clock, outbox, vapid, hasMail }: Options) {
  async function read(within: Db, { id, userName }: User): Promise<UserNotifications> {
    const settings = await findSettings(within, id)
    const addressee = await findAddressee(within, id)
    return {
      ...settings,
      devices: await listDevices(within, id),
      pushKey: vapid.publicKey,
      email: userName,
      canEmail: hasMail && addressee !== undefined && isDeliverable(addressee.email),
    }
  }

  /** Locks the user, so that their changes are serialised, and throws if they no longer exist. */
  async function change(user: User, work: (trx: Db) => Promise<void>): Promise<UserNotifications> {
    return inRetriedTransaction(db, async (trx) => {
      if (!(await lockUser(trx, user.id))) throw new Problem('unauthenticated')
      await work(trx)
      return read(trx, user)
    })
  }

  return {
    read: (user: User) => read(db, user),

    save: (user: User, settings: NotificationSettings) => change(user, (trx) => saveSettings(trx, user.id, settings)),

    /** A repeat changes nothing. */
    addDevice(user: User, { endpoint, keys, name, timeZone, replaces }: NewNotificationDevice) {
      if (!isPushEndpoint(endpoint)) throw invalidField('endpoint', 'must be an address of a known push service')
      if (!areSubscriptionKeys(keys)) throw invalidField('keys', 'must be the keys of a subscription')
      return change(user, async (trx) => {
        if (replaces !== undefined && replaces !== endpoint)
          await removeOwnSubscription(trx, user.id, { endpoint: replaces })
        await saveSubscription(trx, { userId: user.id, endpoint, ...keys, device: name }, clock.now())
        await addDefaultSettings(trx, user.id, timeZone)
      })
    },

    /** Does nothing if it is not the caller's. */
    removeDevice: (user: User, device: { id: number } | { endpoint: string }) =>
      change(user, (trx) => removeOwnSubscription(trx, user.id, device)),

    /** Sends a notification to all of the caller's devices, also in quiet hours, and returns their number. */
    async sendTest({ id: userId }: User): Promise<number> {
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + testLifetimeMs).toISOString()
      const requestKey = `test-notice:${randomUUID()}`
      const devices = await listDevices(db, userId)
      const push = { ...testText, tag: testTag, urgency: 'high', expiresAt } as const
      await addPushes(
        db,
        devices.map(({ id }) => ({ requestKey, subscriptionId: id, push, isDeletedWhenDone: true })),
        now,
      )
      outbox.wake()
      return devices.length
    },
  }
}
