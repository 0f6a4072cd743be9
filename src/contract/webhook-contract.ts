import * as z from 'zod/mini'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { maxWebhookUrlLength, webhookServices } from '#domain/notifications/webhook-url.ts'
import { id, instant } from './values.ts'

/** Chats that get posts about pool events (docs/rules.md, 9.6). */

const kinds = z
  .array(z.enum(poolEventKinds))
  .check(z.refine((list) => new Set(list).size === list.length, 'must be listed once each'))

/** An incoming webhook of a chat, without the secret parts of its URL. */
export const webhook = z.object({
  id,
  service: z.enum(webhookServices),
  host: z.string(),
  /** The last four characters of the URL. */
  ending: z.string(),
  /** The enabled kinds of posts. */
  kinds,
  lastSentAt: z.nullable(instant),
  /** The time since which no post has been accepted; null if the last one was. */
  failingSince: z.nullable(instant),
  lastError: z.nullable(z.string()),
  /** The time at which the service reported that the webhook no longer exists. Posting then stops. */
  deadSince: z.nullable(instant),
  /** Posts that have not been sent yet. */
  waiting: z.int(),
})

export type Webhook = z.infer<typeof webhook>

/** `GET /api/admin/webhooks`: with an example of each post. */
export const webhookList = z.object({
  webhooks: z.array(webhook),
  examples: z.array(
    z.object({ kind: z.enum(poolEventKinds), title: z.string(), lines: z.array(z.string()), link: z.string() }),
  ),
})

export type WebhookList = z.infer<typeof webhookList>

/** `POST /api/admin/webhooks`. The response is the webhook. */
export const webhookSubmission = z.strictObject({
  url: z.string().check(z.maxLength(maxWebhookUrlLength, 'is too long')),
  kinds,
})

/** `PUT /api/admin/webhooks`: the enabled kinds of posts. */
export const webhookChange = z.strictObject({ id, kinds })

/** `POST /api/admin/webhooks/remove` and `POST /api/admin/webhooks/test`. */
export const webhookReference = z.strictObject({ id })

/** False if a test post was requested within the same minute. */
export const webhookTestResponse = z.object({ isQueued: z.boolean() })
