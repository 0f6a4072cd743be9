import { api } from '#contract/paths.ts'
import type { User } from '#contract/user-contract.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { checkSubscription } from './subscription.ts'

/** Runs a few seconds after startup in a browser with a push subscription (docs/security.md, 23.4). */
export async function checkNotifications(client: ApiClient): Promise<void> {
  const { id } = await client.get<User>(api.user())
  await checkSubscription(client, await client.get<UserNotifications>(api.notifications()), id)
}
