import { addMessages } from '#server/delivery/outbox/outbox-store.ts'
import type { PoolEventListener } from '#server/messages/pool-events/pool-event.ts'
import { toLocalDay } from '#server/platform/text/time-format.ts'
import { toPost } from './post.ts'
import { toPostFacts } from './post-facts.ts'
import { countPosts, listWebhooks, toRecipient } from './webhook-store.ts'

/** The lead can change many times in a last round. */
const maxLeadChangesPerDay = 3

/** Adds a post to the outbox for each chat for which this kind of event is enabled (docs/rules.md, 9.6). */
export function createWebhookListener(context: { publicUrl: string; timeZone: string }): PoolEventListener {
  return async (trx, event) => {
    const webhooks = (await listWebhooks(trx)).filter(
      ({ kinds, deadSince }) => deadSince === null && kinds.includes(event.kind),
    )
    if (webhooks.length === 0) return
    const facts = await toPostFacts(trx, event)
    if (!facts) return
    const prefix = `post:${event.tournament.id}:${event.kind}:${toLocalDay(event.at, context.timeZone)}:`
    const sent = event.kind === 'lead-change' ? await countPosts(trx, { keyPrefix: prefix }) : new Map<string, number>()
    const payload = toPost(facts, context)
    const messages = webhooks
      .map(({ id }) => toRecipient(id))
      .filter((recipient) => (sent.get(recipient) ?? 0) < maxLeadChangesPerDay)
      .map((recipient) => ({
        channel: 'webhook' as const,
        requestKey: prefix + event.key,
        recipient,
        payload,
        expiresAt: event.expiresAt.toISOString(),
      }))
    await addMessages(trx, messages, event.at)
  }
}
