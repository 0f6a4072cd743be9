import {
  type NewNoticeDevice,
  type NoticeSettings,
  type Notices,
  notices,
  testNotice,
} from '#contract/notice-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The user's notification preferences and devices. */
export function noticesQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.notices, api.notices(), notices, { staleTime: 10_000 })
}

/** Throws an `ApiProblem`. */
export function saveNotices(client: ApiClient, settings: NoticeSettings): Promise<Notices> {
  return client.send('PUT', api.notices(), settings, notices)
}

/** Throws an `ApiProblem`. */
export function addNoticeDevice(client: ApiClient, device: NewNoticeDevice): Promise<Notices> {
  return client.send('POST', api.noticeDevice(), device, notices)
}

/** Throws an `ApiProblem`. */
export function removeNoticeDevice(client: ApiClient, device: { id: number } | { endpoint: string }): Promise<Notices> {
  return client.send('POST', api.noticeDeviceRemove(), device, notices)
}

/** Throws an `ApiProblem`. */
export function sendTestNotice(client: ApiClient): Promise<{ devices: number }> {
  return client.send('POST', api.noticeTest(), {}, testNotice)
}
