import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { type RateLimiter, toAddressKey } from '#server/http/rate-limiter.ts'
import type { Log } from '#server/log.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { type Account, findAccountByEmail, replacePasswordHash } from './account-store.ts'
import type { Passwords } from './passwords.ts'

/** Checks email address and password, and slows down guessing (docs/security.md, 6.3). */
export type Credentials = {
  /**
   * Returns the account or a refusal. Unknown, wrong and locked give the same answer at the same cost: one look-up, one
   * counter, one hash. Only the limit per network address is reported, because it says nothing about any account.
   */
  check(attempt: Attempt): Promise<CredentialCheck>
}

export type Attempt = {
  email: string
  password: string
  /** The network address of the attempt. */
  address: string
  /** The id of the device, if the account has signed in on it before. */
  knownDevice(accountId: string): string | undefined
}

export type CredentialCheck =
  | { kind: 'account'; account: Account }
  | { kind: 'refused' }
  | { kind: 'too-many'; retryAfterSeconds: number }

const perAccount = { points: 20, seconds: 15 * 60 }
const addressLimit = { points: 25, seconds: 5 * 60 }

export function createCredentials(options: {
  db: Db
  passwords: Passwords
  limiter: RateLimiter
  log: Log
}): Credentials {
  const { db, passwords, limiter, log } = options

  async function isAttemptAllowed(
    { email, knownDevice }: Attempt,
    account: Account | undefined,
  ): Promise<boolean> {
    const device = account && knownDevice(account.id)
    const key = device ? `sign-in:device:${device}` : `sign-in:account:${digestOf(email)}`
    const { allowed } = await limiter.consume(key, perAccount)
    if (!allowed) log.warn({ account: account?.id }, 'too many sign-in attempts for one account')
    return allowed
  }

  return {
    async check(attempt) {
      const result = await limiter.consume(`sign-in:address:${toAddressKey(attempt.address)}`, addressLimit)
      if (!result.allowed) return { kind: 'too-many', retryAfterSeconds: result.retryAfterSeconds }
      const email = parseMailAddress(attempt.email) ?? ''
      const account = await findAccountByEmail(db, email)
      const allowed = await isAttemptAllowed({ ...attempt, email }, account)
      const { matches, needsRehash } = await passwords.check(
        allowed ? account?.passwordHash : undefined,
        attempt.password,
      )
      if (!account || !matches) {
        log.info({ account: account?.id }, 'sign-in rejected')
        return { kind: 'refused' }
      }
      if (needsRehash) await replacePasswordHash(db, account, await passwords.hash(attempt.password))
      return { kind: 'account', account }
    },
  }
}

function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
