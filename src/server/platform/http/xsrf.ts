import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { Problem } from './problem.ts'
import { createSigner } from './signer.ts'

export type Xsrf = ReturnType<typeof createXsrf>

/**
 * The XSRF pair (docs/security.md, 3.2): a secret cookie that no script can read, and a token that the app sends back
 * in a header. The token is an HMAC over the secret, so planting cookies for the host does not produce a valid pair.
 * `keys`: the newest first.
 */
export function createXsrf(options: { keys: readonly string[]; publicUrl: string }) {
  const signer = createSigner(options.keys)
  const secure = options.publicUrl.startsWith('https://')
  const secretCookie = secure ? '__Host-xsrf' : 'xsrf'
  const cookieOptions = { path: '/', sameSite: 'strict', secure } as const

  function createToken(secret: string): string {
    const salt = randomBytes(16).toString('base64url')
    return `${salt}.${signer.sign(`${secret}!${salt}`)}`
  }

  function isValidPair(secret: string | undefined, token: string | undefined): boolean {
    if (!secret || !token) return false
    const [salt = '', signature = ''] = token.split('.')
    return signer.isValid(`${secret}!${salt}`, signature)
  }

  return {
    /** Gives the browser a pair. A valid pair is kept, so that other tabs continue to work. */
    issue(request: FastifyRequest, reply: FastifyReply): void {
      const { [secretCookie]: known, [xsrfCookie]: token } = request.cookies
      if (isValidPair(known, token)) return
      const secret = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
      reply.setCookie(secretCookie, secret, { ...cookieOptions, httpOnly: true })
      reply.setCookie(xsrfCookie, createToken(secret), cookieOptions)
    },
    /** Throws Problem('antiforgery') unless the header's token belongs to the secret cookie. */
    check(request: FastifyRequest): void {
      const header = request.headers[xsrfHeader.toLowerCase()]
      if (typeof header !== 'string' || !isValidPair(request.cookies[secretCookie], header)) {
        throw new Problem('antiforgery')
      }
    },
  }
}

/**
 * Refuses requests that come from another site. Over plain http, browsers send no Sec-Fetch-Site; there, Origin
 * decides (docs/security.md, 3.3).
 */
export function rejectCrossSite({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Problem('cross-site')
    return
  }
  if (headers.origin !== undefined && headers.origin !== publicUrl) throw new Problem('cross-site')
}

/** Refuses navigations: typing a URL or following a link must not change anything. */
export function rejectNavigation({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-mode'] === 'navigate') throw new Problem('cross-site')
}
