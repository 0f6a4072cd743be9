import type { FastifyReply } from 'fastify'
import type { Clock } from '#server/db/clock.ts'
import type { Db } from '#server/db/database.ts'
import { type Account, findAccountByCode } from '../accounts/account-store.ts'
import { createCode, redeemCode } from '../accounts/one-time-code-store.ts'
import type { PageCookies } from './page-cookies.ts'

const cookieName = 'identity_ticket'
const maxAgeSeconds = 300

/**
 * Spares users typing their password again right after they registered, confirmed their address or chose a new
 * password, when the app sends them to the sign-in page. One use, within minutes (docs/security.md, 2.1).
 */
export function createSignInTickets(options: { db: Db; clock: Pick<Clock, 'now'>; cookies: PageCookies }) {
  const { db, clock, cookies } = options
  return {
    async issue(reply: FastifyReply, accountId: string): Promise<void> {
      const code = await createCode(db, 'sign-in', { accountId }, clock.now())
      cookies.set(reply, cookieName, code, maxAgeSeconds)
    },
    /** Consumes the request's ticket. Returns its account, as it was before, or undefined if it is no longer valid. */
    async redeem(reply: FastifyReply): Promise<Account | undefined> {
      const code = cookies.find(reply.request, cookieName)
      if (!code) return undefined
      cookies.remove(reply, cookieName)
      const account = await findAccountByCode(db, 'sign-in', code, clock.now())
      return (await redeemCode(db, 'sign-in', code, clock.now())) && account
    },
  }
}
