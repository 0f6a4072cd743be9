import { api } from '#contract/paths.ts'
import type { Webhook, WebhookList } from '#contract/webhook-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** While posts are being sent. */
const pollIntervalMs = 3_000

/** The webhooks, and an example of each post (docs/rules.md, 9.6). */
export function webhooksQuery(client: ApiClient) {
  return resourceQuery<WebhookList>(client, queryKeys.webhooks, api.adminWebhooks(), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) =>
      data?.webhooks.some(({ waiting }) => waiting > 0) ? pollIntervalMs : false,
  })
}

/** Throws an `ApiProblem`, which names the field `url` if the address is refused. */
export function addWebhook(client: ApiClient, submission: { url: string; kinds: Webhook['kinds'] }): Promise<Webhook> {
  return client.send('POST', api.adminWebhooks(), submission)
}

/** Throws an `ApiProblem`. */
export function changeWebhook(client: ApiClient, change: Pick<Webhook, 'id' | 'kinds'>): Promise<Webhook> {
  return client.send('PUT', api.adminWebhooks(), change)
}

/** Throws an `ApiProblem`. */
export function removeWebhook(client: ApiClient, id: number): Promise<{ id: number }> {
  return client.send('POST', api.adminWebhookRemove(), { id })
}

/** Throws an `ApiProblem`. */
export function testWebhook(client: ApiClient, id: number): Promise<{ isQueued: boolean }> {
  return client.send('POST', api.adminWebhookTest(), { id })
}
