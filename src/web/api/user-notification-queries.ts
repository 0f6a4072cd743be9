import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The user's notification preferences and devices. */
export const notificationsQuery = resourceQuery<UserNotifications>(queryKeys.notifications, api.notifications(), {
  staleTime: 10_000,
})
