import type { Kysely } from 'kysely'
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

/** The same token comes with every call for minutes; its signature is looked at again after one. */
const tokenCacheTtlMs = 60_000
const maxCachedTokens = 20_000

type CachedToken = { result: VerifiedToken; expiresAt: number; owner: SignedIn | undefined }

/**
 * Who a token belongs to, as the database knows him at this moment: a right that was taken away is gone with the next
 * call, and a token of an account that was merged acts as the target from then on. A subject that was never seen becomes
 * a user, and a new name or address is copied.
 */
export function createAuthenticator({ db, verifier, clock }: Options): Authenticator {
  const cache = new Map<string, CachedToken>()

  async function verify(token: string): Promise<CachedToken> {
    const now = clock.now().getTime()
    const known = cache.get(token)
    if (known && known.expiresAt > now) return known
    cache.delete(token)
    const result = await verifier.verify(token)
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= maxCachedTokens) cache.delete(oldest)
    const expiresAt = Math.min(now + tokenCacheTtlMs, result.expiresAt.getTime())
    const checked = { result, expiresAt, owner: undefined }
    cache.set(token, checked)
    return checked
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
      const checked = await verify(token)
      const { user } = await findOwner(token, checked.result)
      checked.owner = { user, tokenExpiresAt: checked.result.expiresAt }
      return checked.owner
    },

    getCached(token) {
      const known = cache.get(token)
      return known && known.expiresAt > clock.now().getTime() ? known.owner : undefined
    },

    clearCache() {
      cache.clear()
    },
  }
}
