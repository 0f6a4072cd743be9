import { api } from '#contract/paths.ts'
import type {
  NewNotificationDevice,
  NotificationSettings,
  UserNotifications,
} from '#contract/user-notification-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The user's notification preferences and devices. */
export function notificationsQuery(client: ApiClient) {
  return resourceQuery<UserNotifications>(client, queryKeys.notifications, api.notifications(), { staleTime: 10_000 })
}

/** Throws an `ApiProblem`. */
export function saveNotificationSettings(
  client: ApiClient,
  settings: NotificationSettings,
): Promise<UserNotifications> {
  return client.send('PUT', api.notifications(), settings)
}

/** Throws an `ApiProblem`. */
export function addNotificationDevice(client: ApiClient, device: NewNotificationDevice): Promise<UserNotifications> {
  return client.send('POST', api.notificationDevice(), device)
}

/** Throws an `ApiProblem`. */
export function removeNotificationDevice(
  client: ApiClient,
  device: { id: number } | { endpoint: string },
): Promise<UserNotifications> {
  return client.send('POST', api.notificationDeviceRemove(), device)
}

/** Throws an `ApiProblem`. */
export function sendTestNotification(client: ApiClient): Promise<{ devices: number }> {
  return client.send('POST', api.notificationTest(), {})
}
