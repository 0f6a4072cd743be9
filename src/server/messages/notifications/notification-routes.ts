import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import {
  newNotificationDevice,
  notificationDeviceRemoval,
  notificationSettings,
  testNotification,
  userNotifications,
} from '#contract/user-notification-contract.ts'
import type { User } from '#domain/permissions.ts'
import { isDeliverable } from '#server/delivery/mail/email-address.ts'
import { areSubscriptionKeys } from '#server/delivery/push/push-encryption.ts'
import { isPushEndpoint } from '#server/delivery/push/push-services.ts'
import { addPushes, listDevices, removeOwnSubscription, saveSubscription } from '#server/delivery/push/push-store.ts'
import type { Vapid } from '#server/delivery/push/vapid.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { lockUser } from '#server/users/user-store.ts'
import { addDefaultSettings, findAddressee, findSettings, saveSettings } from './notification-store.ts'
import { testTag, testText } from './notification-texts.ts'

type Options = Pick<EditorServices, 'db' | 'outbox'> & {
  clock: Pick<Clock, 'now'>
  vapid: Pick<Vapid, 'publicKey'>
  /** A mail server is set up. */
  hasMail: boolean
}

/** A test that arrives later would be confusing. */
const testLifetimeMs = 5 * 60_000

/** The caller's notification settings and devices (docs/rules.md, 9.7). */
export function addNotificationRoutes(server: HttpServer, { db, clock, outbox, vapid, hasMail }: Options) {
  async function read(within: Db, { id, userName }: User) {
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

  /** Locks the caller, so that their changes are serialised, and throws if they no longer exist. */
  async function change(request: FastifyRequest, work: (trx: Db, user: User) => Promise<void>) {
    const { user } = requireSignedIn(request)
    return inRetriedTransaction(db, async (trx) => {
      if (!(await lockUser(trx, user.id))) throw new Problem('unauthenticated')
      await work(trx, user)
      return read(trx, user)
    })
  }

  server.get(routePaths.notifications, {
    schema: {
      operationId: 'getNotificationSettings',
      summary: 'The caller’s notification settings and devices',
      description: "Never with the devices' addresses and keys.",
      response: { 200: userNotifications },
    },
    handler: async (request) => read(db, requireSignedIn(request).user),
  })

  server.put(routePaths.notifications, {
    schema: {
      operationId: 'changeNotificationSettings',
      summary: 'Changes the caller’s notification settings',
      description: 'The channel of each kind of notification, and the quiet hours.',
      body: notificationSettings,
      response: { 200: userNotifications },
    },
    handler: (request) => change(request, (trx, user) => saveSettings(trx, user.id, request.body)),
  })

  server.post(routePaths.notificationDevice, {
    schema: {
      operationId: 'addNotificationDevice',
      summary: 'Adds a browser to the caller’s devices',
      description:
        'The last user who subscribed in a browser gets the notifications there. A repeat changes only the delay.',
      body: newNotificationDevice,
      response: { 200: userNotifications },
    },
    handler: async (request) => {
      const { endpoint, keys, name, timeZone, delaySeconds = 0, replaces } = request.body
      if (!isPushEndpoint(endpoint)) throw invalidField('endpoint', 'must be an address of a known push service')
      if (!areSubscriptionKeys(keys)) throw invalidField('keys', 'must be the keys of a subscription')
      return change(request, async (trx, user) => {
        if (replaces !== undefined && replaces !== endpoint)
          await removeOwnSubscription(trx, user.id, { endpoint: replaces })
        await saveSubscription(trx, { userId: user.id, endpoint, ...keys, device: name, delaySeconds }, clock.now())
        await addDefaultSettings(trx, user.id, timeZone)
      })
    },
  })

  server.post(routePaths.notificationDeviceRemove, {
    schema: {
      operationId: 'removeNotificationDevice',
      summary: 'Removes one of the caller’s devices',
      description: 'And the messages queued for it. Does nothing if the caller has no such device.',
      body: notificationDeviceRemoval,
      response: { 200: userNotifications },
    },
    handler: (request) => change(request, (trx, user) => removeOwnSubscription(trx, user.id, request.body)),
  })

  server.post(routePaths.notificationTest, {
    schema: {
      operationId: 'sendTestNotification',
      summary: 'Sends a test notification to the caller’s devices',
      description: 'Also in quiet hours. The body is optional.',
      body: z.nullish(z.strictObject({})),
      response: { 200: testNotification },
    },
    handler: async (request) => {
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + testLifetimeMs).toISOString()
      const requestKey = `test-notice:${randomUUID()}`
      const push = { ...testText, tag: testTag, urgency: 'high', expiresAt } as const
      const devices = await listDevices(db, requireSignedIn(request).user.id)
      const pushes = devices.map(({ id }) => ({ requestKey, subscriptionId: id, push, isDeletedWhenDone: true }))
      await addPushes(db, pushes, now)
      outbox.wake()
      return { devices: devices.length }
    },
  })
}
