import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/db/clock.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Authenticator, SignedIn } from '#server/http/authenticate.ts'
import { Problem } from '#server/http/problem.ts'
import {
  addUserWithIdentity,
  findDeletionTime,
  findUserByIdentity,
  hasNewProfile,
  type IdentifiedUser,
  type Identity,
  type Profile,
  updateProfile,
} from '#server/users/identity-store.ts'
import type { UserRecord } from '#server/users/user-store.ts'
import { hasGrant } from '../provider/provider-store.ts'
import type { TokenVerifier, VerifiedToken } from './token-verifier.ts'

type Options = { db: Kysely<Tables>; verifier: TokenVerifier; clock: Pick<Clock, 'now'> }

/** Shown to a blocked user by the API and by the sign-in page. */
export const blockedText = 'This account is blocked. Ask the organiser.'

/** docs/security.md, 2.2. */
const tokenCacheTtlMs = 60_000
const maxCachedTokens = 20_000

type CachedToken = { result: VerifiedToken; owner: SignedIn | undefined }

/**
 * Resolves a token to its user. The signature check is cached; the session, the user and their roles are read on every
 * call, so a sign-out, a block, a revoked role or a merge takes effect with the next one. An unknown subject becomes a
 * user, and a changed name or email address is copied.
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
    // Within the tolerance for clocks, an expired token still passes. It is not cached: a TTL of 0 would mean "never expires".
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
    { issuer, subject, profile, issuedAt }: VerifiedToken,
  ): Promise<IdentifiedUser> {
    const identity = { issuer, subject }
    const known = await findUserByIdentity(db, identity)
    if (known) return syncProfile(known, profile, identity)
    // A page that was open when its user was deleted must not create them again.
    const deletedAt = await findDeletionTime(db, identity)
    if (deletedAt && issuedAt <= deletedAt) throw new Problem('unauthenticated')
    return addUserWithIdentity(db, identity, profile ?? (await verifier.userInfo(token, subject)), clock.now())
  }

  return {
    async authenticate(token) {
      const verified = await verify(token)
      const { grantId, expiresAt } = verified.result
      const [owner, hasSession] = await Promise.all([
        findOwner(token, verified.result),
        grantId === undefined || hasGrant(db, grantId),
      ])
      requireNotBlocked(owner)
      if (!hasSession || wasRevoked(owner, verified.result)) throw new Problem('unauthenticated')
      verified.owner = { user: owner.user, tokenExpiresAt: expiresAt }
      return verified.owner
    },

    getCached(token) {
      return cache.get(token)?.owner
    },

    forget(userId) {
      for (const [token, { owner }] of cache.entries()) {
        // Without an owner, the token is being checked, perhaps against the old state.
        if (owner === undefined || owner.user.id === userId) cache.delete(token)
      }
    },

    clearCache() {
      cache.clear()
    },
  }
}

/** Throws a problem that says what to do. */
function requireNotBlocked({ isBlocked }: Pick<UserRecord, 'isBlocked'>): void {
  if (isBlocked) throw new Problem('forbidden', { detail: blockedText })
}

/** Issued before the user was last blocked? */
function wasRevoked({ tokensValidFrom }: UserRecord, { issuedAt }: VerifiedToken): boolean {
  return tokensValidFrom !== null && issuedAt.getTime() <= Date.parse(tokensValidFrom)
}
