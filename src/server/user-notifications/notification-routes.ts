import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import {
  newNotificationDevice,
  notificationDeviceRemoval,
  notificationSettings,
  testNotification,
  userNotifications,
} from '#contract/user-notification-contract.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { NotificationSettingsService } from './notification-settings.ts'

/** The caller's notification settings and devices (docs/rules.md, 9.7). */
export function addNotificationRoutes(server: HttpServer, { settings }: { settings: NotificationSettingsService }) {
  server.get(routePaths.notifications, {
    schema: {
      operationId: 'getNotificationSettings',
      summary: 'The caller’s notification settings and devices',
      description: "Never with the devices' addresses and keys.",
      response: { 200: userNotifications },
    },
    handler: async (request) => settings.read(requireSignedIn(request).user),
  })

  server.put(routePaths.notifications, {
    schema: {
      operationId: 'changeNotificationSettings',
      summary: 'Changes the caller’s notification settings',
      description: 'The channel of each kind of notification, and the quiet hours.',
      body: notificationSettings,
      response: { 200: userNotifications },
    },
    handler: async (request) => settings.save(requireSignedIn(request).user, request.body),
  })

  server.post(routePaths.notificationDevice, {
    schema: {
      operationId: 'addNotificationDevice',
      summary: 'Adds a browser to the caller’s devices',
      description: 'The last user who subscribed in a browser gets the notifications there. A repeat changes nothing.',
      body: newNotificationDevice,
      response: { 200: userNotifications },
    },
    handler: async (request) => settings.addDevice(requireSignedIn(request).user, request.body),
  })

  server.post(routePaths.notificationDeviceRemove, {
    schema: {
      operationId: 'removeNotificationDevice',
      summary: 'Removes one of the caller’s devices',
      description: 'And the messages queued for it. Does nothing if the caller has no such device.',
      body: notificationDeviceRemoval,
      response: { 200: userNotifications },
    },
    handler: async (request) => settings.removeDevice(requireSignedIn(request).user, request.body),
  })

  server.post(routePaths.notificationTest, {
    schema: {
      operationId: 'sendTestNotification',
      summary: 'Sends a test notification to the caller’s devices',
      description: 'Also in quiet hours. The body is optional.',
      body: z.nullish(z.strictObject({})),
      response: { 200: testNotification },
    },
    handler: async (request) => ({ devices: await settings.sendTest(requireSignedIn(request).user) }),
  })
}
