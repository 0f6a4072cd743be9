import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The user's notification preferences and devices. */
export function notificationsQuery(client: ApiClient) {
  return resourceQuery<UserNotifications>(client, queryKeys.notifications, api.notifications(), { staleTime: 10_000 })
}
