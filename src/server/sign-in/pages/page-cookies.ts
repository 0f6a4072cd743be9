import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Signer } from '#server/platform/http/signer.ts'
import { type Account, findAccountByCode } from '#server/sign-in/accounts/account-store.ts'
import { createCode, redeemCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import type { OpenedInvitation } from '#server/sign-in/accounts/sign-up-policy.ts'
import { toCookieName } from '#server/sign-in/provider/provider-configuration.ts'

export type PageCookies = ReturnType<typeof createCookies>

export type KnownDevices = ReturnType<typeof createKnownDevices>

type Options = { publicUrl: string; signer: Signer; db: Db; clock: Pick<Clock, 'now'> }

const deviceCookie = 'identity_device'
const invitationCookie = 'identity_invitation'
const ticketCookie = 'identity_ticket'
const daySeconds = 24 * 60 * 60
const ticketSeconds = 300

/** The cookies of the sign-in pages, and what three of them are for. */
export function createPageCookies({ publicUrl, signer, db, clock }: Options) {
  const cookies = createCookies(publicUrl)
  return {
    cookies,
    devices: createKnownDevices(signer, cookies),
    invitationCookie: createInvitationCookie(cookies),
    tickets: createSignInTickets(cookies, db, clock),
  }
}

/** Hidden from scripts and never sent with a post from another site (docs/security.md, 3.1). */
function createCookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https://')
  const options = { path: '/Identity', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    find: (request: FastifyRequest, name: string) => request.cookies[toCookieName(name, { isSecure })],
    /** Without `maxAgeSeconds`, the browser keeps the cookie until it is closed. */
    set(reply: FastifyReply, name: string, value: string, maxAgeSeconds?: number): void {
      const lifetime = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
      reply.setCookie(toCookieName(name, { isSecure }), value, { ...options, ...lifetime })
    },
    remove(reply: FastifyReply, name: string): void {
      reply.clearCookie(toCookieName(name, { isSecure }), options)
    },
  }
}

type Owner = Pick<Account, 'id' | 'signInsValidFrom'>

/**
 * Recognises devices on which an account has signed in since its sign-ins were last ended. Guesses from elsewhere use up the
 * account's attempts; a known device has its own, so nobody can lock the owner out (docs/security.md, 6.3).
 */
function createKnownDevices(signer: Signer, cookies: PageCookies) {
  const toMessage = (account: Owner, id: string) =>
    ['device', account.id, id, account.signInsValidFrom].filter((part) => part !== null).join('\n')

  function find(request: FastifyRequest, account: Owner): string | undefined {
    const [id = '', signature = ''] = (cookies.find(request, deviceCookie) ?? '').split('.')
    return signer.isValid(toMessage(account, id), signature) ? id : undefined
  }

  return {
    /** The id of the device, if this account has signed in on it. */
    find,
    remember(reply: FastifyReply, account: Owner): void {
      if (find(reply.request, account)) return
      const id = randomBytes(12).toString('base64url')
      cookies.set(reply, deviceCookie, `${id}.${signer.sign(toMessage(account, id))}`, 180 * daySeconds)
    },
  }
}

/**
 * Remembers the invitation that was opened in a browser until its owner has an account or has signed in
 * (docs/security.md, 20.4).
 */
function createInvitationCookie(cookies: PageCookies) {
  function find(request: FastifyRequest): OpenedInvitation | undefined {
    const [, token, browserId] = /^([\w-]{32})\.([\w-]{22})$/.exec(cookies.find(request, invitationCookie) ?? '') ?? []
    return token !== undefined && browserId !== undefined ? { token, browserId } : undefined
  }

  return {
    find,
    set(reply: FastifyReply, token: string): void {
      const browserId = find(reply.request)?.browserId ?? randomBytes(16).toString('base64url')
      cookies.set(reply, invitationCookie, `${token}.${browserId}`, 7 * daySeconds)
    },
    remove: (reply: FastifyReply) => cookies.remove(reply, invitationCookie),
  }
}

/**
 * Spares users typing their password again right after they registered, confirmed their address or chose a new
 * password, when the app sends them to the sign-in page. One use, within minutes (docs/security.md, 2.1).
 */
function createSignInTickets(cookies: PageCookies, db: Db, clock: Pick<Clock, 'now'>) {
  return {
    async issue(reply: FastifyReply, accountId: string): Promise<void> {
      const code = await createCode(db, 'sign-in', { accountId }, clock.now())
      cookies.set(reply, ticketCookie, code, ticketSeconds)
    },
    /** Consumes the request's ticket. Returns its account, as it was before, or undefined if it is no longer valid. */
    async redeem(reply: FastifyReply): Promise<Account | undefined> {
      const code = cookies.find(reply.request, ticketCookie)
      if (!code) return undefined
      cookies.remove(reply, ticketCookie)
      const account = await findAccountByCode(db, 'sign-in', code, clock.now())
      return (await redeemCode(db, 'sign-in', code, clock.now())) && account
    },
  }
}
