import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedInvitation } from '../accounts/sign-up-policy.ts'
import type { PageCookies } from './page-cookies.ts'

const cookieName = 'identity_invitation'
const maxAgeSeconds = 7 * 24 * 60 * 60

/**
 * Remembers the invitation that was opened in a browser until its owner has an account or has signed in
 * (docs/security.md, 20.4).
 */
export function createInvitationCookie(cookies: PageCookies) {
  function find(request: FastifyRequest): OpenedInvitation | undefined {
    const [, token, browserId] = /^([\w-]{32})\.([\w-]{22})$/.exec(cookies.find(request, cookieName) ?? '') ?? []
    return token !== undefined && browserId !== undefined ? { token, browserId } : undefined
  }

  return {
    find,
    set(reply: FastifyReply, token: string): void {
      const browserId = find(reply.request)?.browserId ?? randomBytes(16).toString('base64url')
      cookies.set(reply, cookieName, `${token}.${browserId}`, maxAgeSeconds)
    },
    remove: (reply: FastifyReply) => cookies.remove(reply, cookieName),
  }
}
