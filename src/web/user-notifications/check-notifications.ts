import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import { userNotifications } from '#contract/user-notification-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { checkSubscription } from './subscription.ts'

/** Runs a few seconds after startup in a browser with a push subscription (docs/security.md, 23.4). */
export async function checkNotifications(client: ApiClient): Promise<void> {
  const { id } = await client.get(api.user(), user)
  await checkSubscription(client, await client.get(api.notifications(), userNotifications), id)
}
