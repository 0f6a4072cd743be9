import { notices } from '#contract/notice-contract.ts'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { checkSubscription } from './subscription.ts'

/** Runs a few seconds after startup in a browser with a push subscription (docs/security.md, 23.4). */
export async function checkNotices(client: ApiClient): Promise<void> {
  const { id } = await client.get(api.user(), user)
  await checkSubscription(client, await client.get(api.notices(), notices), id)
}
