import type { Adapter, AdapterPayload } from 'oidc-provider'
import Provider, { errors } from 'oidc-provider'
import type { Db } from '#server/platform/db/database.ts'
import { type RateLimiter, toAddressKey } from '#server/platform/http/rate-limiter.ts'
import { removeOldestRecords } from './provider-store.ts'

/** Anyone can start a sign-in, so these limits bound how much they can store (docs/security.md, 2.6). */
// Enough for an office; and within the 20 minutes of a sign-in one address cannot start as many as are kept.
const addressLimit = { points: 900, seconds: 5 * 60 }
const maxParameterLength = 1024
const maxPayloadLength = 4096
const maxStarted = 5000

/** A network address has started too many sign-ins. Shown as a page, because a redirect to the app would start another. */
export class TooManySignIns extends errors.OIDCProviderError {
  override allow_redirect = false
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(429, 'temporarily_unavailable')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The adapter of the model `Interaction`, a sign-in that was started and is not finished. */
export function limitStartedSignIns(adapter: Adapter, { db, limiter }: { db: Db; limiter: RateLimiter }): Adapter {
  return {
    ...adapter,
    async upsert(id, payload, expiresIn) {
      rejectLongRequest(payload)
      // Defined while the provider handles a request to start one; our pages only change one that exists.
      const address = Provider.ctx?.ip
      if (address !== undefined) {
        const { isAllowed, retryAfterSeconds } = await limiter.consume(
          `authorize:address:${toAddressKey(address)}`,
          addressLimit,
        )
        if (!isAllowed) throw new TooManySignIns(retryAfterSeconds)
      }
      await adapter.upsert(id, payload, expiresIn)
      if (address !== undefined) await removeOldestRecords(db, 'Interaction', maxStarted)
    },
  }
}

function rejectLongRequest(payload: AdapterPayload): void {
  for (const [name, value] of Object.entries(payload.params ?? {}))
    if (name !== 'id_token_hint' && typeof value === 'string' && value.length > maxParameterLength)
      throw new errors.InvalidRequest(`${name} is too long`)
  if (JSON.stringify(payload).length > maxPayloadLength) throw new errors.InvalidRequest('the request is too long')
}
