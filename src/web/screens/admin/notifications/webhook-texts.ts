import type { Webhook } from '#contract/webhook-contract.ts'
import { type PoolEventKind, poolEventKinds } from '#domain/notifications/pool-events.ts'
import { recogniseWebhook, webhookServiceNames } from '#domain/notifications/webhook-url.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** The label of each kind of post. */
export const kindNames: Readonly<Record<PoolEventKind, string>> = {
  'entries-open': 'Entries are open',
  'closing-24h': '24 hours left to enter',
  'closing-2h': '2 hours left to enter',
  locked: 'Entries locked, and who plays',
  'round-end': 'End of each round',
  cut: 'The cut',
  'lead-change': 'New leader in the last round (at most three a day)',
  correction: 'Corrected scores',
  'entry-change': 'An entry is removed after the start, or back',
  results: 'Results',
  scores: 'Scores missing for minutes, and back (for organisers)',
}

/** "Slack, ending in wxyz". */
export function toChatName({ service, ending }: Pick<Webhook, 'service' | 'ending'>): string {
  return `${webhookServiceNames[service]}, ending in ${ending}`
}

/** Whether posts arrive, in a sentence or two. */
export function toWebhookState(webhook: Webhook): string {
  const { deadSince, failingSince, lastError, lastSentAt, waiting } = webhook
  if (deadSince !== null) {
    return `Posting stopped ${toMomentText(deadSince)}: ${lastError ?? 'the webhook no longer exists.'} Create a new webhook in the chat and add it here, or send a test post if the old one works again.`
  }
  if (failingSince !== null) return `Failing since ${toMomentText(failingSince)}: ${lastError ?? ''}`.trim()
  if (waiting > 0) return 'Posting…'
  return lastSentAt === null ? 'Nothing posted yet.' : `Last post: ${toMomentText(lastSentAt)}.`
}

/** The hint below the address field while the user types. */
export function describeAddress(url: string): string {
  const recognised = recogniseWebhook(url.trim())
  if (typeof recognised !== 'string') return `This is a ${webhookServiceNames[recognised.service]} webhook.`
  return 'Anyone with this address can post to the chat. It is stored encrypted and never shown again.'
}

/** Why the address cannot be used; null if it can. */
export function findAddressError(url: string): string | null {
  const text = url.trim()
  if (text === '') return 'Paste the address of the webhook.'
  const recognised = recogniseWebhook(text)
  return typeof recognised === 'string' ? toSentence(recognised) : null
}

/** Completes a field error such as "must begin with https://": "The address must begin with https://." */
export function toSentence(message: string): string {
  return `The address ${message}.`
}

/** Adds or removes one kind, in display order. */
export function toggleKind(kinds: readonly PoolEventKind[], kind: PoolEventKind): PoolEventKind[] {
  return poolEventKinds.filter((known) => (known === kind ? !kinds.includes(kind) : kinds.includes(known)))
}
