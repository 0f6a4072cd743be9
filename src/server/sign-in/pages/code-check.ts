import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/db/database.ts'
import { type RateLimiter, toAddressKey } from '#server/platform/http/rate-limiter.ts'
import type { AccountMail } from '#server/sign-in/accounts/account-mail.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import { type CodeCheck, isAppCode, type SecondFactors } from '#server/sign-in/accounts/second-factors.ts'
import type { KnownDevices } from './page-cookies.ts'

type Options = {
  secondFactors: Pick<SecondFactors, 'redeem'>
  devices: Pick<KnownDevices, 'find'>
  accountMail: Pick<AccountMail, 'wrongCodes'>
  limiter: RateLimiter
  inTransaction(work: (trx: Db) => Promise<void>): Promise<void>
}

/** Shortest first: the waits grow, and an attempt that is refused does not make the next wait longer. */
const secondFactorLimits = [
  { points: 5, seconds: 60 },
  { points: 10, seconds: 15 * 60 },
  { points: 20, seconds: 60 * 60 },
]
const limits = {
  'second-factor': secondFactorLimits,
  // Nothing else has to be known to guess one of these: 30 a day make that take decades.
  'mailed-code': [...secondFactorLimits, { points: 30, seconds: 24 * 60 * 60 }],
}
/** The owner is told of this many wrong codes within a day; fewer are typing errors. */
const reported = { points: 3, seconds: 24 * 60 * 60 }

export type Guess = {
  kind: keyof typeof limits
  /** The key of the attempts that are counted together: a known device, or everybody else. */
  key: string
  /** The account, as far as the guesser knows it. */
  target: string
  isRight(): Promise<boolean>
  /** Tells the owner of wrong codes. */
  report(): Promise<void>
}

/** Checks a code that can be guessed, and slows down guessing. */
export async function checkGuess(limiter: RateLimiter, guess: Guess): Promise<CodeCheck> {
  const { kind, key, target } = guess
  for (const limit of limits[kind]) {
    const result = await limiter.consume(`${kind}:${limit.seconds}:${key}`, limit)
    if (!result.isAllowed) return { kind: 'too-many', retryAfterSeconds: result.retryAfterSeconds }
  }
  if (await guess.isRight()) return { kind: 'right' }
  const { points } = await limiter.consume(`${kind}:wrong:${target}`, reported)
  if (points >= reported.points) await guess.report()
  return { kind: 'wrong' }
}

/** Checks a code of the second factor (docs/security.md, 6.6). */
export function createCodeCheck({ secondFactors, devices, accountMail, limiter, inTransaction }: Options) {
  /** Counts devices and recovery codes apart, so that a stranger with the password does not use up the owner's attempts. */
  function toKey(request: FastifyRequest, account: Account, text: string): string {
    const device = devices.find(request, account)
    if (device !== undefined) return `device:${device}`
    // Nobody can guess 80 bits, so these need no limit for all addresses together.
    return isAppCode(text) ? `account:${account.id}` : `recovery:${account.id}:${toAddressKey(request.ip)}`
  }

  return async (request: FastifyRequest, account: Account, text: string): Promise<CodeCheck> => {
    const checked = await checkGuess(limiter, {
      kind: 'second-factor',
      key: toKey(request, account, text),
      target: account.id,
      isRight: () => secondFactors.redeem(account, text),
      report: () => inTransaction((trx) => accountMail.wrongCodes(trx, account)),
    })
    if (checked.kind === 'wrong')
      request.log.info({ account: account.id, address: request.ip }, 'second factor rejected')
    return checked
  }
}
