import * as z from 'zod/mini'
import { newNoticeDevice, noticeDeviceRemoval, noticeSettings, notices, testNotice } from '#contract/notice-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { NoticeSettingsService } from './notice-settings.ts'

/** A person's own notifications (docs/rules.md, 9.7). */
export function addNoticeRoutes(server: HttpServer, { settings }: { settings: NoticeSettingsService }): void {
  // What the caller is told of, and their devices.
  server.get(
    routePaths.notices,
    {
      schema: {
        operationId: 'getNotices',
        summary: 'What the caller is told of',
        description: 'With their devices, never with the addresses and keys of these.',
        response: { 200: notices },
      },
    },
    async (request) => settings.read(requireSignedIn(request).user),
  )

  // Changes what the caller is told of.
  server.put(
    routePaths.notices,
    {
      schema: {
        operationId: 'changeNotices',
        summary: 'Changes what the caller is told of',
        description: 'And when notifications wait.',
        body: noticeSettings,
        response: { 200: notices },
      },
    },
    async (request) => settings.save(requireSignedIn(request).user, request.body),
  )

  addDeviceRoutes(server, settings)
}

function addDeviceRoutes(server: HttpServer, settings: NoticeSettingsService): void {
  // Adds the caller's browser. It is then nobody else's.
  server.post(
    routePaths.noticeDevice,
    {
      schema: {
        operationId: 'addNoticeDevice',
        summary: "Adds a browser to the caller's devices",
        description: 'Whoever has subscribed last in a browser gets the notifications there. A repeat changes nothing.',
        body: newNoticeDevice,
        response: { 200: notices },
      },
    },
    async (request) => settings.addDevice(requireSignedIn(request).user, request.body),
  )

  // Removes one of the caller's devices, with what is waiting for it.
  server.post(
    routePaths.noticeDeviceRemove,
    {
      schema: {
        operationId: 'removeNoticeDevice',
        summary: "Removes one of the caller's devices",
        description: 'With what is waiting for it. Nothing happens if the caller has no such device.',
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
