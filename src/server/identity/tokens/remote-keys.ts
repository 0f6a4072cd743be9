import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '#server/db/clock.ts'
import { Problem } from '#server/http/problem.ts'
import type { Log } from '#server/log.ts'
import { describeProvider, type ProviderDescription } from './external-provider.ts'

export type RemoteKeys = {
  /** The provider's discovery document; throws Problem('unavailable') until it has been loaded once. */
  describe(): Promise<ProviderDescription>
  findKey: JWTVerifyGetKey
  /** Marks the keys as stale: they are reloaded before the next use. While that fails, the last ones stay valid. */
  invalidate(): void
}

/** Refreshed in the background at the first age, and before use at the second, after which a removed key is rejected. */
const refreshAfterMs = 4 * 60_000
const staleAfterMs = 5 * 60_000
/** How long the last keys stay valid while the provider fails, so that an outage signs nobody out. */
const expireAfterMs = 24 * 60 * 60_000
/** Limits fetches caused by tokens with invented key ids. */
const cooldownMs = 5000

type CachedKeys = { description: ProviderDescription; findKey: JWTVerifyGetKey; at: number }

export function createRemoteKeys(authority: string, clock: Pick<Clock, 'now'>, log: Log): RemoteKeys {
  let known: CachedKeys | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let failing = false
  let flight: Promise<void> | undefined

  async function ask(): Promise<void> {
    askedAt = clock.now().getTime()
    try {
      const description = await describeProvider(authority)
      known = { description, findKey: createLocalJWKSet(description.keys), at: clock.now().getTime() }
      failing = false
    } catch (error) {
      failing = true
      log.warn(
        { err: error, authority },
        known
          ? 'the sign-in provider did not respond; its last known keys stay valid for 24 hours'
          : 'the sign-in provider is not available: until it is, nobody can use the app',
      )
    }
  }

  /** Single flight, and none within the cooldown after the last. */
  function refresh(): Promise<void> {
    if (!flight && clock.now().getTime() - askedAt >= cooldownMs) {
      flight = ask().finally(() => {
        flight = undefined
      })
    }
    return flight ?? Promise.resolve()
  }

  async function current(): Promise<CachedKeys> {
    const age = known ? clock.now().getTime() - known.at : Number.POSITIVE_INFINITY
    if (age >= refreshAfterMs) {
      const refreshed = refresh()
      // During the cooldown after a failed fetch, requests fail immediately.
      if (age >= staleAfterMs && !(failing && age < expireAfterMs)) await refreshed
    }
    if (!known || clock.now().getTime() - known.at >= expireAfterMs)
      throw new Problem('unavailable', { retryAfterSeconds: cooldownMs / 1000 })
    return known
  }

  return {
    async describe() {
      return (await current()).description
    },
    invalidate() {
      if (known) known.at = Math.min(known.at, clock.now().getTime() - staleAfterMs)
    },
    async findKey(header, token) {
      const first = await current()
      try {
        return await first.findKey(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        // It may be a new key.
        await refresh()
        const second = await current()
        if (second === first) throw error
        return second.findKey(header, token)
      }
    },
  }
}
