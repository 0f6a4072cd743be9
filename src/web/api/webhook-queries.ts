import { api } from '#contract/paths.ts'
import {
  type Webhook,
  webhook,
  webhookList,
  webhookReference,
  webhookTestResponse,
} from '#contract/webhook-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** While posts are being sent. */
const pollIntervalMs = 3_000

/** The webhooks, and an example of each post (docs/rules.md, 9.6). */
export function webhooksQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.webhooks, api.adminWebhooks(), webhookList, {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) =>
      data?.webhooks.some(({ waiting }) => waiting > 0) ? pollIntervalMs : false,
  })
}

/** Throws an `ApiProblem`, which names the field `url` if the address is refused. */
export function addWebhook(client: ApiClient, submission: { url: string; kinds: Webhook['kinds'] }) {
  return client.send('POST', api.adminWebhooks(), submission, webhook)
}

/** Throws an `ApiProblem`. */
export function changeWebhook(client: ApiClient, change: Pick<Webhook, 'id' | 'kinds'>) {
  return client.send('PUT', api.adminWebhooks(), change, webhook)
}

/** Throws an `ApiProblem`. */
export function removeWebhook(client: ApiClient, id: number) {
  return client.send('POST', api.adminWebhookRemove(), { id }, webhookReference)
}

/** Throws an `ApiProblem`. */
export function testWebhook(client: ApiClient, id: number) {
  return client.send('POST', api.adminWebhookTest(), { id }, webhookTestResponse)
}
