import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { addressKey, type RateLimiter } from '#server/http/rate-limiter.ts'
import type { Log } from '#server/log.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { type Account, findAccountByEmail, renewPasswordHash } from './account-store.ts'
import type { Passwords } from './passwords.ts'

/** Checks who somebody is by e-mail address and password, and slows down who guesses. */
export type Credentials = {
  /**
   * The account, or why not. Unknown, wrong and locked are one answer, and cost the same: one look-up, one count, one
   * hash. Only an address (of the network) that tries too often hears so, because that tells nothing of any account.
   */
  check(attempt: Attempt): Promise<Checked>
}

export type Attempt = {
  email: string
  password: string
  /** Where the attempt comes from. */
  address: string
  /** The device's id if the account has signed in on it before. */
  knownDevice(accountId: string): string | undefined
}

export type Checked =
  | { kind: 'account'; account: Account }
  | { kind: 'refused' }
  | { kind: 'too-many'; retryAfterSeconds: number }

const perAccount = { points: 20, seconds: 15 * 60 }
const perAddress = { points: 25, seconds: 5 * 60 }

export function createCredentials(options: {
  db: Db
  passwords: Passwords
  limiter: RateLimiter
  log: Log
}): Credentials {
  const { db, passwords, limiter, log } = options

  async function mayTry({ email, knownDevice }: Attempt, account: Account | undefined): Promise<boolean> {
    const device = account && knownDevice(account.id)
    const key = device ? `sign-in:device:${device}` : `sign-in:account:${digestOf(email)}`
    const { allowed } = await limiter.take(key, perAccount)
    if (!allowed) log.warn({ account: account?.id }, 'too many sign-ins for one account')
    return allowed
  }

  return {
    async check(attempt) {
      const taken = await limiter.take(`sign-in:address:${addressKey(attempt.address)}`, perAddress)
      if (!taken.allowed) return { kind: 'too-many', retryAfterSeconds: taken.retryAfterSeconds }
      const email = parseMailAddress(attempt.email) ?? ''
      const account = await findAccountByEmail(db, email)
      const allowed = await mayTry({ ...attempt, email }, account)
      const { fits, outdated } = await passwords.check(
        allowed ? account?.passwordHash : undefined,
        attempt.password,
      )
      if (!account || !fits) {
        log.info({ account: account?.id }, 'a sign-in was refused')
        return { kind: 'refused' }
      }
      if (outdated) await renewPasswordHash(db, account, await passwords.hash(attempt.password))
      return { kind: 'account', account }
    },
  }
}

function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
