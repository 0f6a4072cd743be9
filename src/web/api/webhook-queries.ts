import { api } from '#contract/paths.ts'
import type { WebhookList } from '#contract/webhook-contract.ts'
import { adminQuery } from './resource-query.ts'

/** While posts are being sent. */
const pollIntervalMs = 3_000

/** The webhooks, and an example of each post (docs/rules.md, 9.6). */
export const webhooksQuery = adminQuery<WebhookList>(api.adminWebhooks(), {
  staleTime: 10_000,
  refetchInterval: ({ state: { data } }) =>
    data?.webhooks.some(({ waiting }) => waiting > 0) ? pollIntervalMs : false,
})
