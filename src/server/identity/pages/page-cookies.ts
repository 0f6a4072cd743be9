import type { FastifyReply, FastifyRequest } from 'fastify'
import { toCookieName } from '../provider/provider-configuration.ts'

export type PageCookies = ReturnType<typeof createPageCookies>

/** The cookies of the sign-in pages: hidden from scripts and never sent with a post from another site (docs/security.md, 3.1). */
export function createPageCookies(publicUrl: string) {
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
