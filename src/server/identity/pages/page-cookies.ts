import type { FastifyReply, FastifyRequest } from 'fastify'
import { toCookieName } from '../provider/provider-configuration.ts'

/** The cookies of the sign-in pages. */
export type PageCookies = {
  find(request: FastifyRequest, name: string): string | undefined
  /** Without `maxAgeSeconds`, the browser keeps the cookie until it is closed. */
  set(reply: FastifyReply, name: string, value: string, maxAgeSeconds?: number): void
  remove(reply: FastifyReply, name: string): void
}

/** Hidden from scripts and never sent with a post from another site (docs/security.md, 3.1). */
export function createPageCookies(publicUrl: string): PageCookies {
  const isSecure = publicUrl.startsWith('https://')
  const options = { path: '/Identity', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    find: (request, name) => request.cookies[toCookieName(name, { isSecure })],
    set(reply, name, value, maxAgeSeconds) {
      const lifetime = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
      reply.setCookie(toCookieName(name, { isSecure }), value, { ...options, ...lifetime })
    },
    remove(reply, name) {
      reply.clearCookie(toCookieName(name, { isSecure }), options)
    },
  }
}
