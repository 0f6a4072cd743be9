import type { WebhookService } from '#domain/notifications/webhook-url.ts'
import { DeliveryError } from '../outbox/delivery-error.ts'
import type { PostResponse } from '../outbox/post-once.ts'
import { limitPause } from '../retry-after.ts'

/** The webhook, its channel or its permission is gone. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])
const goneTexts: Readonly<Record<WebhookService, RegExp>> = {
  slack: /^(?:no_service|no_service_id|no_active_hooks|no_team|team_disabled|invalid_token|channel_is_archived)/,
  discord: /"code": ?(?:10015|50027)\b/,
  teams: /WorkflowTriggerIsNotEnabled|WorkflowNotFound|WorkflowDisabled/i,
}

const defaultPauseMs = 30_000

type WebhookResponse = Pick<PostResponse, 'status' | 'text' | 'retryAfterMs'>

/** Why a response rejects a post; undefined if it accepts it. */
export function findRejection(service: WebhookService, response: WebhookResponse): DeliveryError | undefined {
  const { status, text } = response
  if (status === 429) return toBusy(response)
  if (status >= 200 && status < 300) return service === 'teams' ? findTeamsRejection(response) : undefined
  if (status >= 300 && status < 400) {
    return new DeliveryError(`The service responded with a redirect (${status}), which is not followed.`, {
      kind: 'refused',
    })
  }
  if (goneStatuses.has(status) || goneTexts[service].test(text)) {
    return new DeliveryError(`The webhook no longer exists (status ${status}).`, { kind: 'gone' })
  }
  if (status >= 500 || status === 408) {
    return new DeliveryError(`The service had a fault (status ${status}).`, { kind: 'later' })
  }
  return new DeliveryError(`The service refused the post (status ${status}).`, { kind: 'refused' })
}

/** Connectors respond with 200 and put the Teams error in the body. */
function findTeamsRejection(response: WebhookResponse): DeliveryError | undefined {
  const [, status] = /HTTP error (\d{3})/i.exec(response.text) ?? []
  if (status === undefined) return undefined
  return status === '429'
    ? toBusy(response)
    : new DeliveryError(`Teams had a fault (status ${status}).`, { kind: 'later' })
}

/** Discord's body is more precise than the header. */
function toBusy({ retryAfterMs, text }: WebhookResponse): DeliveryError {
  const [, seconds] = /"retry_after": ?(\d+(?:\.\d+)?)/.exec(text) ?? []
  const afterMs = seconds === undefined ? (retryAfterMs ?? defaultPauseMs) : limitPause(Number(seconds) * 1000)
  return new DeliveryError('The service asked for a pause.', { kind: 'later', afterMs })
}

/** Discord's pause before the next post, from the headers of an accepted one. */
export function findPauseMs(headers: Headers): number {
  const seconds = Number(headers.get('x-ratelimit-reset-after'))
  return headers.get('x-ratelimit-remaining') === '0' && seconds > 0 ? limitPause(seconds * 1000) : 0
}
