import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/database.ts'
import { type RateLimiter, toAddressKey } from '#server/http/rate-limiter.ts'
import type { AccountMail } from '../accounts/account-mail.ts'
import type { Account } from '../accounts/account-store.ts'
import { type CodeCheck, isAppCode, type SecondFactors } from '../accounts/second-factors.ts'
import type { KnownDevices } from './known-devices.ts'

type Options = {
  secondFactors: Pick<SecondFactors, 'redeem'>
  devices: Pick<KnownDevices, 'find'>
  accountMail: Pick<AccountMail, 'wrongCodes'>
  limiter: RateLimiter
  inTransaction(work: (trx: Db) => Promise<void>): Promise<void>
}

/** Shortest first: the waits grow, and an attempt that is refused does not make the next wait longer. */
const limits = [
  { points: 5, seconds: 60 },
  { points: 10, seconds: 15 * 60 },
  { points: 20, seconds: 60 * 60 },
]
/** The owner is told of this many wrong codes within a day; fewer are typing errors. */
const reported = { points: 3, seconds: 24 * 60 * 60 }

/** Checks a code of the second factor, and slows down guessing (docs/security.md, 6.6). */
export function createCodeCheck({ secondFactors, devices, accountMail, limiter, inTransaction }: Options) {
  /** Whoever knows the password uses up only their own attempts, not those of the owner's devices or recovery codes. */
  function toKey(request: FastifyRequest, account: Account, text: string): string {
    const device = devices.find(request, account)
    if (device !== undefined) return `device:${device}`
    // Nobody can guess 80 bits, so these need no limit for all addresses together.
    return isAppCode(text) ? `account:${account.id}` : `recovery:${account.id}:${toAddressKey(request.ip)}`
  }

  return async (request: FastifyRequest, account: Account, text: string): Promise<CodeCheck> => {
    const key = toKey(request, account, text)
    for (const limit of limits) {
      const result = await limiter.consume(`second-factor:${limit.seconds}:${key}`, limit)
      if (!result.isAllowed) return { kind: 'too-many', retryAfterSeconds: result.retryAfterSeconds }
    }
    if (await secondFactors.redeem(account, text)) return { kind: 'right' }
    request.log.info({ account: account.id, address: request.ip }, 'second factor rejected')
    const { points } = await limiter.consume(`second-factor:wrong:${account.id}`, reported)
    if (points >= reported.points) await inTransaction((trx) => accountMail.wrongCodes(trx, account))
    return { kind: 'wrong' }
  }
}
