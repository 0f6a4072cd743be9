import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '#server/db/clock.ts'
import { Problem } from '#server/http/problem.ts'
import type { Log } from '#server/log.ts'
import { describeProvider, type ProviderDescription } from './external-provider.ts'

export type RemoteKeys = {
  /** The provider's own description; throws Problem('unavailable') while there has never been one. */
  describe(): Promise<ProviderDescription>
  findKey: JWTVerifyGetKey
  /** The provider is asked before they are used again; while it does not answer, the last ones hold. */
  invalidate(): void
}

/** Asked for anew in the background at this age, and waited for at the next, so a withdrawn key ends by then. */
const refreshAfterMs = 4 * 60_000
const staleAfterMs = 5 * 60_000
/** A provider that does not answer must not sign everybody out: its last keys hold so long. */
const expireAfterMs = 24 * 60 * 60_000
/** However many tokens with invented key ids arrive. */
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
        'the sign-in provider did not respond; its last known keys stay valid for 24 hours',
      )
    }
  }

  /** One flight for all who wait, and none within the cooldown of the last. */
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
      // While the provider fails, nobody waits for it again and again.
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
        // Perhaps a new key that we have not seen.
        await refresh()
        const second = await current()
        if (second === first) throw error
        return second.findKey(header, token)
      }
    },
  }
}
