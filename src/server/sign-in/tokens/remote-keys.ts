import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '#server/platform/db/clock.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { Log } from '#server/platform/log/log.ts'
import { describeProvider, type ProviderDescription } from './external-provider.ts'

/** The keys that verify access tokens. */
export type TokenKeys = {
  /** Reads the provider's discovery document; throws Problem('unavailable') until it has been loaded once. */
  describe(): Promise<Pick<ProviderDescription, 'issuer' | 'userinfoUrl'>>
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

export function createRemoteKeys(authority: string, clock: Pick<Clock, 'now'>, log: Log): TokenKeys {
  let cached: CachedKeys | undefined
  let requestedAt = Number.NEGATIVE_INFINITY
  let isFailing = false
  let refreshing: Promise<void> | undefined

  async function load(): Promise<void> {
    requestedAt = clock.now().getTime()
    try {
      const description = await describeProvider(authority)
      cached = { description, findKey: createLocalJWKSet(description.keys), at: clock.now().getTime() }
      isFailing = false
    } catch (error) {
      isFailing = true
      log.warn(
        { err: error, authority },
        cached
          ? 'the sign-in provider did not respond; its last known keys stay valid for 24 hours'
          : 'the sign-in provider is not available: until it is, nobody can use the app',
      )
    }
  }

  /** At most one request at a time, and none within the cooldown after the last. */
  function refresh(): Promise<void> {
    if (!refreshing && clock.now().getTime() - requestedAt >= cooldownMs) {
      refreshing = load().finally(() => {
        refreshing = undefined
      })
    }
    return refreshing ?? Promise.resolve()
  }

  async function current(): Promise<CachedKeys> {
    const age = cached ? clock.now().getTime() - cached.at : Number.POSITIVE_INFINITY
    if (age >= refreshAfterMs) {
      const refreshed = refresh()
      // During the cooldown after a failed fetch, requests fail immediately.
      if (age >= staleAfterMs && !(isFailing && age < expireAfterMs)) await refreshed
    }
    if (!cached || clock.now().getTime() - cached.at >= expireAfterMs)
      throw new Problem('unavailable', { retryAfterSeconds: cooldownMs / 1000 })
    return cached
  }

  return {
    async describe() {
      return (await current()).description
    },
    invalidate() {
      if (cached) cached.at = Math.min(cached.at, clock.now().getTime() - staleAfterMs)
    },
    async findKey(header, token) {
      const before = await current()
      try {
        return await before.findKey(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        // The provider may have a new key.
        await refresh()
        const after = await current()
        if (after === before) throw error
        return after.findKey(header, token)
      }
    },
  }
}
