import { routePaths } from '#contract/paths.ts'
import {
  webhook,
  webhookChange,
  webhookList,
  webhookReference,
  webhookSubmission,
  webhookTestResponse,
} from '#contract/webhook-contract.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import type { WebhookEditor } from './webhook-editor.ts'

/** The chats that get posts about events (docs/rules.md, 9.6). */
export function addWebhookRoutes(server: HttpServer, editor: WebhookEditor): void {
  server.get(routePaths.adminWebhooks, {
    schema: {
      operationId: 'listWebhooks',
      summary: 'The chats that get posts about events',
      description: 'Without the secret parts of their addresses, and with an example of each post.',
      response: { 200: webhookList },
    },
    handler: async () => editor.list(),
  })

  server.post(routePaths.adminWebhooks, {
    schema: {
      operationId: 'addWebhook',
      summary: 'Adds a chat',
      description: 'By its incoming webhook in Slack, Discord or Teams. A repeat changes the kinds of posts.',
      body: webhookSubmission,
      response: { 200: webhook },
    },
    handler: async (request) => editor.add(request.body, callerId(request)),
  })

  server.put(routePaths.adminWebhooks, {
    schema: {
      operationId: 'changeWebhook',
      summary: 'Changes the kinds of posts a chat gets',
      errors: ['not-found'],
      body: webhookChange,
      response: { 200: webhook },
    },
    handler: async (request) => editor.change(request.body.id, request.body.kinds, callerId(request)),
  })

  server.post(routePaths.adminWebhookRemove, {
    schema: {
      operationId: 'removeWebhook',
      summary: 'Removes a chat',
      description: 'And its address. Queued posts are no longer sent.',
      errors: ['not-found'],
      body: webhookReference,
      response: { 200: webhookReference },
    },
    handler: async (request) => {
      await editor.remove(request.body.id, callerId(request))
      return request.body
    },
  })

  server.post(routePaths.adminWebhookTest, {
    schema: {
      operationId: 'testWebhook',
      summary: 'Sends a test post to a chat',
      description: 'At most one a minute. A dead webhook that accepts it is revived.',
      errors: ['not-found'],
      body: webhookReference,
      response: { 200: webhookTestResponse },
    },
    handler: async (request) => ({ isQueued: await editor.test(request.body.id) }),
  })
}
