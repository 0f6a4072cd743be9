import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/db/clock.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Authenticator, SignedIn } from '#server/http/authenticate.ts'
import {
  addUserWithIdentity,
  findUserByIdentity,
  hasNewProfile,
  type IdentifiedUser,
  type Identity,
  type Profile,
  updateProfile,
} from '#server/users/user-store.ts'
import type { TokenVerifier, VerifiedToken } from './token-verifier.ts'

type Options = { db: Kysely<Tables>; verifier: TokenVerifier; clock: Pick<Clock, 'now'> }

/** docs/security.md, 2.2. */
const tokenCacheTtlMs = 60_000
const maxCachedTokens = 20_000

type CachedToken = { result: VerifiedToken; owner: SignedIn | undefined }

/**
 * Resolves a token to its user. The signature check is cached; the user and their roles are read on every call, so a
 * revoked role or a merge takes effect with the next one. An unknown subject becomes a user, and a changed name or
 * email address is copied.
 */
export function createAuthenticator({ db, verifier, clock }: Options): Authenticator {
  const cache = new LRUCache<string, CachedToken>({
    max: maxCachedTokens,
    ttl: tokenCacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })

  async function verify(token: string): Promise<CachedToken> {
    const cached = cache.get(token)
    if (cached) return cached
    const result = await verifier.verify(token)
    const verified: CachedToken = { result, owner: undefined }
    // Within the tolerance for clocks, an expired token still passes. It is not cached: a TTL of 0 would mean "for ever".
    const ttl = Math.min(tokenCacheTtlMs, result.expiresAt.getTime() - clock.now().getTime())
    if (ttl > 0) cache.set(token, verified, { ttl })
    return verified
  }

  async function syncProfile(known: IdentifiedUser, profile: Profile | null, identity: Identity) {
    if (!profile || !hasNewProfile(known, profile)) return known
    await updateProfile(db, known, profile)
    return (await findUserByIdentity(db, identity)) ?? known
  }

  async function findOwner(
    token: string,
    { issuer, subject, profile }: VerifiedToken,
  ): Promise<IdentifiedUser> {
    const identity = { issuer, subject }
    const known = await findUserByIdentity(db, identity)
    if (known) return syncProfile(known, profile, identity)
    return addUserWithIdentity(
      db,
      identity,
      profile ?? (await verifier.userInfo(token, subject)),
      clock.now(),
    )
  }

  return {
    async authenticate(token) {
      const verified = await verify(token)
      const { user } = await findOwner(token, verified.result)
      verified.owner = { user, tokenExpiresAt: verified.result.expiresAt }
      return verified.owner
    },

    getCached(token) {
      return cache.get(token)?.owner
    },

    clearCache() {
      cache.clear()
    },
  }
}
