import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/db/clock.ts'
import type { Db } from '#server/db/database.ts'
import { createCode, redeemCode } from '../accounts/one-time-code-store.ts'
import { readCookie, type WriteCookie } from './page-cookies.ts'

/**
 * Whoever has just proved who he is (registered, confirmed his address, chosen a new password) is not asked for the
 * password again when the app sends him to the sign-in page a moment later. The ticket works once, for minutes.
 */
export type SignInTickets = {
  issue(reply: FastifyReply, accountId: string): Promise<void>
  /** Uses the ticket up, if there is one that holds. */
  redeem(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>
}

const cookieName = 'identity_ticket'
const maxAgeSeconds = 300

export function createSignInTickets(options: {
  db: Db
  clock: Pick<Clock, 'now'>
  writeCookie: WriteCookie
}): SignInTickets {
  const { db, clock, writeCookie } = options
  return {
    async issue(reply, accountId) {
      const code = await createCode(db, 'sign-in', { accountId, email: null }, clock.now())
      writeCookie(reply, cookieName, code, maxAgeSeconds)
    },
    async redeem(request, reply) {
      const code = readCookie(request, cookieName)
      if (!code) return undefined
      writeCookie(reply, cookieName, '', 0)
      return (await redeemCode(db, 'sign-in', code, clock.now()))?.accountId
    },
  }
}
