import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Authenticator } from '#server/platform/http/authenticate.ts'
import { Problem } from '#server/platform/http/problem.ts'
import {
  addUserWithIdentity,
  embeddedIssuer,
  findDeletionTime,
  findTokenOwner,
  hasNewProfile,
  type TokenOwner,
  updateProfile,
} from '#server/users/identity-store.ts'
import { recordProviderGroups } from '#server/users/provider-group-role-store.ts'
import { addRole, isCurrentReading, providerGroupReadingMs } from '#server/users/provider-group-roles.ts'
import type { TokenVerifier, VerifiedToken } from './token-verifier.ts'

type Options = { db: Database['db']; verifier: TokenVerifier; clock: Pick<Clock, 'now'> }

/** Shown to a blocked user by the API and by the sign-in page. */
export const blockedText = 'This account is blocked. Ask the organiser.'

/** For how long a verified signature is trusted (docs/security.md, 2.2). */
const tokenCacheTtlMs = 60_000
const maxCachedTokens = 20_000
const retryGroupsAfterMs = 60_000

/**
 * Resolves a token to its user. The signature check is cached; the session, the user and their roles are read on every
 * call, so a sign-out, a block, a revoked role or a merge takes effect with the next one. An unknown subject becomes a
 * user, and a changed name or email address is copied.
 */
export function createAuthenticator({ db, verifier, clock }: Options): Authenticator {
  const cache = new LRUCache<string, VerifiedToken>({
    max: maxCachedTokens,
    ttl: tokenCacheTtlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })

  async function verify(token: string): Promise<VerifiedToken> {
    const cached = cache.get(token)
    if (cached) return cached
    const verified = await verifier.verify(token)
    // Within the tolerance for clocks, an expired token still passes. It is not cached: a TTL of 0 would mean "never expires".
    const ttl = Math.min(tokenCacheTtlMs, verified.expiresAt.getTime() - clock.now().getTime())
    if (ttl > 0) cache.set(token, verified, { ttl })
    return verified
  }

  async function findOwner(token: string, verified: VerifiedToken): Promise<TokenOwner> {
    const { issuer, subject, profile, issuedAt } = verified
    const identity = { issuer, subject }
    const known = await findTokenOwner(db, identity, verified)
    if (known && !(profile && hasNewProfile(known, profile))) return known
    if (known && profile) await updateProfile(db, known, profile)
    if (!known) {
      // A page that was open when its user was deleted must not create them again.
      const deletedAt = await findDeletionTime(db, identity)
      if (deletedAt && issuedAt <= deletedAt) throw new Problem('unauthenticated')
      await addUserWithIdentity(db, identity, profile ?? (await verifier.userInfo(token, subject)), clock.now())
    }
    const owner = await findTokenOwner(db, identity, verified)
    if (!owner) throw new Problem('unauthenticated')
    return owner
  }

  /** Groups older than an hour are read again (docs/security.md, 2.8). The groups of an embedded session are from its sign-in. */
  async function findGroupRole(token: string, verified: VerifiedToken, { groups }: TokenOwner) {
    const now = clock.now()
    const known = isCurrentReading(groups.readAt, now) ? groups.role : undefined
    if (verified.issuer === embeddedIssuer) return known ?? null
    if (!verifier.hasGroups) return null
    const issuedAt = new Date(Math.min(verified.issuedAt.getTime(), now.getTime())).toISOString()
    const isInToken = verified.groupRole !== undefined && isCurrentReading(issuedAt, now)
    // An older token than the one that was read last decides nothing.
    if (known !== undefined && (!isInToken || issuedAt <= (groups.readAt ?? ''))) return known
    const role = isInToken ? verified.groupRole : await verifier.findGroupRole(token, verified.subject)
    // After a failure, the next attempt is in a minute.
    const askedAt = role === undefined ? new Date(now.getTime() - providerGroupReadingMs + retryGroupsAfterMs) : now
    const readAt = isInToken ? issuedAt : askedAt.toISOString()
    await recordProviderGroups(db, 'user_identities', verified, { role: role ?? null, readAt }, now)
    return role ?? null
  }

  return {
    async authenticate(token) {
      const verified = await verify(token)
      const owner = await findOwner(token, verified)
      if (owner.isBlocked) throw new Problem('forbidden', { detail: blockedText })
      const hasSession = verified.grantId === undefined || owner.hasGrant
      if (!hasSession || wasRevoked(owner, verified)) throw new Problem('unauthenticated')
      const user = addRole(owner.user, await findGroupRole(token, verified, owner))
      const { grantId, subject: accountId, expiresAt: tokenExpiresAt } = verified
      return { user, tokenExpiresAt, linkUsedAt: owner.linkUsedAt, session: grantId ? { accountId, grantId } : null }
    },

    clearCache() {
      cache.clear()
    },
  }
}

/** Whether the token was issued before the user's tokens were last ended, for example by a block. */
function wasRevoked({ tokensValidFrom }: TokenOwner, { issuedAt }: VerifiedToken): boolean {
  return tokensValidFrom !== null && issuedAt.getTime() <= Date.parse(tokensValidFrom)
}
