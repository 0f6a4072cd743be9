import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HeldInvitation } from '../accounts/sign-up-policy.ts'
import type { PageCookies } from './page-cookies.ts'

/**
 * Remembers the invitation that was opened in a browser until its owner has an account or has signed in
 * (docs/security.md, 20.4).
 */
export type HeldInvitations = {
  find(request: FastifyRequest): HeldInvitation | undefined
  hold(request: FastifyRequest, reply: FastifyReply, token: string): HeldInvitation
  drop(reply: FastifyReply): void
}

const cookieName = 'identity_invitation'
const maxAgeSeconds = 7 * 24 * 60 * 60

export function createHeldInvitations(cookies: PageCookies): HeldInvitations {
  function find(request: FastifyRequest): HeldInvitation | undefined {
    const [, token, browserId] = /^([\w-]{32})\.([\w-]{22})$/.exec(cookies.find(request, cookieName) ?? '') ?? []
    return token !== undefined && browserId !== undefined ? { token, browserId } : undefined
  }

  return {
    find,
    hold(request, reply, token) {
      const browserId = find(request)?.browserId ?? randomBytes(16).toString('base64url')
      cookies.set(reply, cookieName, `${token}.${browserId}`, maxAgeSeconds)
      return { token, browserId }
    },
    drop: (reply) => cookies.remove(reply, cookieName),
  }
}
