import { parseSignInName } from '#server/delivery/mail/email-address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type RateLimiter, type RateLimitResult, toAddressKey } from '#server/platform/http/rate-limiter.ts'
import type { Log } from '#server/platform/log/log.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { type Account, findAccountByEmail, replacePasswordHash } from './account-store.ts'
import { findUserOfAccount } from './account-user.ts'
import type { Passwords } from './passwords.ts'

export type Attempt = {
  email: string
  password: string
  /** The network address of the attempt. */
  address: string
  /** The id of the device, if the account has signed in on it before. */
  knownDevice(account: Account): string | undefined
}

export type CredentialCheck =
  | { kind: 'account'; account: Account }
  | { kind: 'refused' }
  | { kind: 'too-many'; scope: 'network' | 'account'; retryAfterSeconds: number }

/** Against guessing. The limit per network address only stops floods: an office of 200 people can share one address. */
const accountLimit = { points: 20, seconds: 15 * 60 }
export const signInLimit = { points: 300, seconds: 5 * 60 }

/** Checks email address and password, and slows down guessing (docs/security.md, 6.3). */
export function createCredentialCheck(options: { db: Db; passwords: Passwords; limiter: RateLimiter; log: Log }) {
  const { db, passwords, limiter, log } = options

  async function countAttempt({ email, knownDevice }: Attempt, account: Account | undefined): Promise<RateLimitResult> {
    const device = account && knownDevice(account)
    const key = device ? `sign-in:device:${device}` : `sign-in:account:${sha256(email)}`
    const result = await limiter.consume(key, accountLimit)
    if (!result.isAllowed) log.warn({ account: account?.id }, 'too many sign-in attempts for one account')
    return result
  }

  /**
   * Returns the account or a refusal. An unknown address and a wrong password get the same response at the same cost:
   * the same look-ups, one counter, one hash. Limits count attempts for unknown addresses, too, so that reaching one says
   * nothing about an account.
   */
  return async function check(attempt: Attempt): Promise<CredentialCheck> {
    const fromAddress = await limiter.consume(`sign-in:address:${toAddressKey(attempt.address)}`, signInLimit)
    if (!fromAddress.isAllowed)
      return { kind: 'too-many', scope: 'network', retryAfterSeconds: fromAddress.retryAfterSeconds }
    const email = parseSignInName(attempt.email) ?? ''
    const account = await findAccountByEmail(db, email)
    const { isAllowed, retryAfterSeconds } = await countAttempt({ ...attempt, email }, account)
    if (!isAllowed) return { kind: 'too-many', scope: 'account', retryAfterSeconds }
    const { matches, needsRehash } = await passwords.check(account?.passwordHash, attempt.password)
    if (!account || !matches) {
      // Asked for an unknown address, too, which must not be answered sooner.
      const user = await findUserOfAccount(db, account?.id ?? '')
      log.info({ account: account?.id, user: user?.user.id, address: attempt.address }, 'sign-in rejected')
      return { kind: 'refused' }
    }
    if (needsRehash) await replacePasswordHash(db, account, await passwords.hash(attempt.password))
    return { kind: 'account', account }
  }
}
