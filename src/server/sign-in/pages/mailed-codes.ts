import { randomInt } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts'
import type { Signer } from '#server/platform/http/signer.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { type Account, findAccountByEmail } from '#server/sign-in/accounts/account-store.ts'
import type { CodeCheck } from '#server/sign-in/accounts/second-factors.ts'
import { createOneTimeRecords } from '#server/sign-in/provider/provider-store.ts'
import type { AccountRequest } from './account-requests.ts'
import { checkGuess } from './code-check.ts'
import type { KnownDevices } from './page-cookies.ts'

/** The address and time of a code, stored with the unfinished sign-in that asked for it. The code works in no other sign-in. */
export type MailedCode = { email: string; askedAt: string }

type Options = {
  db: Db
  clock: Pick<Clock, 'now'>
  limiter: RateLimiter
  signer: Signer
  devices: Pick<KnownDevices, 'find'>
  request(request: AccountRequest): Promise<void>
}

/** Six-digit codes by email, in place of the password (docs/security.md, 6.7). */
export function createMailedCodes({ db, clock, limiter, signer, devices, request }: Options) {
  const codes = createOneTimeRecords<object>(db, clock, { model: 'MailedCode', lifetimeMs: 10 * 60_000 })
  const toRecordId = (uid: string, { email, askedAt }: MailedCode, code: string) =>
    signer.sign(['mailed-code', uid, email, askedAt, code].join('\n'))

  async function findOwner(reply: FastifyReply, email: string) {
    const account = await findAccountByEmail(db, email)
    return { account, device: account && devices.find(reply.request, account) }
  }

  return {
    /** Sends a code for this sign-in if the address has an account. Does the same for every address. */
    async send(reply: FastifyReply, uid: string, email: string): Promise<MailedCode> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const asked = { email, askedAt: clock.now().toISOString() }
      await codes.save(toRecordId(uid, asked, code), {})
      const { device } = await findOwner(reply, email)
      await request({ kind: 'sign-in-code', email, uid, code, device })
      return asked
    },

    /** Attempts for an unknown address are counted and cost the same. */
    async check(
      reply: FastifyReply,
      { uid, sent, text }: { uid: string; sent: MailedCode; text: string },
    ): Promise<CodeCheck & { account: Account | undefined }> {
      const { email, askedAt } = sent
      const { account, device } = await findOwner(reply, email)
      const id = toRecordId(uid, sent, text.replace(/[\s-]/g, ''))
      const checked = await checkGuess(limiter, {
        kind: 'mailed-code',
        key: device === undefined ? `account:${sha256(email)}` : `device:${device}`,
        target: sha256(email),
        async isRight() {
          const redeemed = await codes.redeem(id)
          // If the account's sign-ins have been ended since the request, this one has, too.
          return redeemed !== undefined && account !== undefined && askedAt >= (account.signInsValidFrom ?? '')
        },
        report: () => request({ kind: 'wrong-codes', email }),
      })
      if (checked.kind === 'wrong')
        reply.log.info({ account: account?.id, address: reply.request.ip }, 'emailed code rejected')
      return { ...checked, account }
    },
  }
}
