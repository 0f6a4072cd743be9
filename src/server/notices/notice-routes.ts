import * as z from 'zod/mini'
import { newNoticeDevice, noticeDeviceRemoval, noticeSettings, notices, testNotice } from '#contract/notice-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { NoticeSettingsService } from './notice-settings.ts'

/** The caller's notification settings and devices (docs/rules.md, 9.7). */
export function addNoticeRoutes(server: HttpServer, { settings }: { settings: NoticeSettingsService }): void {
  // The caller's notification settings and devices.
  server.get(
    routePaths.notices,
    {
      schema: {
        operationId: 'getNotices',
        summary: "The caller's notification settings and devices",
        description: "Never with the devices' addresses and keys.",
        response: { 200: notices },
      },
    },
    async (request) => settings.read(requireSignedIn(request).user),
  )

  // Changes the caller's notification settings.
  server.put(
    routePaths.notices,
    {
      schema: {
        operationId: 'changeNotices',
        summary: "Changes the caller's notification settings",
        description: 'The channel of each kind of notification, and the quiet hours.',
        body: noticeSettings,
        response: { 200: notices },
      },
    },
    async (request) => settings.save(requireSignedIn(request).user, request.body),
  )

  addDeviceRoutes(server, settings)
}

function addDeviceRoutes(server: HttpServer, settings: NoticeSettingsService): void {
  // Adds the caller's browser to their devices, and removes it from anyone else's.
  server.post(
    routePaths.noticeDevice,
    {
      schema: {
        operationId: 'addNoticeDevice',
        summary: "Adds a browser to the caller's devices",
        description:
          'The last user who subscribed in a browser gets the notifications there. A repeat changes nothing.',
        body: newNoticeDevice,
        response: { 200: notices },
      },
    },
    async (request) => settings.addDevice(requireSignedIn(request).user, request.body),
  )

  // Removes one of the caller's devices and the messages queued for it.
  server.post(
    routePaths.noticeDeviceRemove,
    {
      schema: {
        operationId: 'removeNoticeDevice',
        summary: "Removes one of the caller's devices",
        description: 'And the messages queued for it. Does nothing if the caller has no such device.',
        body: noticeDeviceRemoval,
        response: { 200: notices },
      },
    },
    async (request) => settings.removeDevice(requireSignedIn(request).user, request.body),
  )

  // Sends a notification to the caller's devices.
  server.post(
    routePaths.noticeTest,
    {
      schema: {
        operationId: 'sendTestNotice',
        summary: "Sends a test notification to the caller's devices",
        description: 'Also in quiet hours. The body is optional.',
        body: z.nullish(z.strictObject({})),
        response: { 200: testNotice },
      },
    },
    async (request) => ({ devices: await settings.sendTest(requireSignedIn(request).user) }),
  )
}
