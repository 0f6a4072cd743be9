import type { WebhookService } from '#domain/notifications/webhook-url.ts'
import type { Failure } from '../outbox/outbox-channel.ts'

/** A post that was not accepted. The message is shown to organisers and never contains the address. */
export class WebhookError extends Error {
  readonly failure: Failure
  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

export type WebhookResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The start of the body. */
  readonly text: string
}

/** The webhook, its channel or its permission is gone. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
const goneTexts: Readonly<Record<WebhookService, RegExp>> = {
  slack: /^(?:no_service|no_service_id|no_active_hooks|no_team|team_disabled|invalid_token|channel_is_archived)/,
  discord: /"code": ?(?:10015|50027)\b/,
  teams: /WorkflowTriggerIsNotEnabled|WorkflowNotFound|WorkflowDisabled/i,
}

const defaultPauseMs = 30_000
const maxPauseMs = 60 * 60_000

/** Why a response rejects a post; undefined if it accepts it. */
export function findRejection(service: WebhookService, response: WebhookResponse): WebhookError | undefined {
  const { status, text } = response
  if (status === 429) return toBusy(response)
  if (status >= 200 && status < 300) return service === 'teams' ? findTeamsRejection(response) : undefined
  if (status >= 300 && status < 400) {
    return new WebhookError(`The service responded with a redirect (${status}), which is not followed.`, {
      kind: 'refused',
    })
  }
  if (goneStatuses.has(status) || goneTexts[service].test(text)) {
    return new WebhookError(`The webhook no longer exists (status ${status}).`, { kind: 'gone' })
  }
  if (status >= 500 || status === 408) {
    return new WebhookError(`The service had a fault (status ${status}).`, { kind: 'later' })
  }
  return new WebhookError(`The service refused the post (status ${status}).`, { kind: 'refused' })
}

/** Connectors respond with 200 and put the Teams error in the body. */
function findTeamsRejection(response: WebhookResponse): WebhookError | undefined {
  const [, status] = /HTTP error (\d{3})/i.exec(response.text) ?? []
  if (status === undefined) return undefined
  return status === '429'
    ? toBusy(response)
    : new WebhookError(`Teams had a fault (status ${status}).`, { kind: 'later' })
}

function toBusy({ headers, text }: WebhookResponse): WebhookError {
  const afterMs = findRetryAfterMs(headers['retry-after'], text) ?? defaultPauseMs
  return new WebhookError('The service asked for a pause.', { kind: 'later', afterMs: Math.min(afterMs, maxPauseMs) })
}

/** Seconds in the header or, more precisely, in Discord's body. Never less than a second. */
function findRetryAfterMs(header: string | string[] | undefined, text: string): number | undefined {
  const [, precise] = /"retry_after": ?(\d+(?:\.\d+)?)/.exec(text) ?? []
  const seconds = Number(
    precise ?? (typeof header === 'string' && /^\d+(?:\.\d+)?$/.test(header) ? header : Number.NaN),
  )
  return Number.isFinite(seconds) ? Math.max(1000, Math.ceil(seconds * 1000)) : undefined
}

/** Discord's pause before the next post, from the headers of an accepted one. */
export function findPauseMs(headers: WebhookResponse['headers']): number {
  const seconds = Number(headers['x-ratelimit-reset-after'])
  return headers['x-ratelimit-remaining'] === '0' && Number.isFinite(seconds)
    ? Math.min(maxPauseMs, Math.max(0, seconds * 1000))
    : 0
}
