import type { FastifyReply, FastifyRequest } from 'fastify'

export type WriteCookie = (reply: FastifyReply, name: string, value: string, maxAgeSeconds?: number) => void

/** Cookies of our own pages: unreadable for scripts, sent to these pages only, never on a post from another site. */
export function createCookieWriter(publicUrl: string): WriteCookie {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  return (reply, name, value, maxAgeSeconds) => {
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
    reply.header('Set-Cookie', `${name}=${value}; Path=/Identity; HttpOnly; SameSite=Lax${secure}${age}`)
  }
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
