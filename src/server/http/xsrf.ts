import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { Problem } from './problem.ts'

/**
 * Two cookies against forged requests (security rules 2.4): a secret that no script can read, and a token that the
 * page sends back in a header. The token is a MAC over the secret, so being able to write cookies for the host is
 * not enough to make a pair that fits.
 */
export type Xsrf = {
  /** Gives the browser its pair; a pair that still fits is kept, so that other tabs go on working. */
  issue(request: FastifyRequest, reply: FastifyReply): void
  /** Throws Problem('antiforgery') unless the header's token belongs to the secret cookie. */
  check(request: FastifyRequest): void
}

/** `keys`: the newest first; older ones are still believed, so that a change of keys breaks no open page. */
export function createXsrf(options: { keys: readonly string[]; publicUrl: string }): Xsrf {
  const secure = options.publicUrl.startsWith('https://')
  const secretCookie = secure ? '__Host-xsrf' : 'xsrf'
  const attributes = `Path=/; SameSite=Strict${secure ? '; Secure' : ''}`

  function sign(key: string, secret: string, salt: string): string {
    return createHmac('sha256', key).update(`${secret}!${salt}`).digest('base64url')
  }

  function newToken(secret: string): string {
    const [key] = options.keys
    if (key === undefined) throw new Error('There is no XSRF key.')
    const salt = randomBytes(16).toString('base64url')
    return `${salt}.${sign(key, secret, salt)}`
  }

  function isValidPair(secret: string | undefined, token: string | undefined): boolean {
    if (!secret || !token) return false
    const [salt = '', mac = ''] = token.split('.')
    return options.keys.some((key) => isEqual(mac, sign(key, secret, salt)))
  }

  return {
    issue(request, reply) {
      const cookies = parseCookies(request.headers.cookie)
      const known = cookies.get(secretCookie)
      if (isValidPair(known, cookies.get(xsrfCookie))) return
      const secret = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
      reply.header('Set-Cookie', [
        `${secretCookie}=${secret}; ${attributes}; HttpOnly`,
        `${xsrfCookie}=${newToken(secret)}; ${attributes}`,
      ])
    },
    check(request) {
      const header = request.headers[xsrfHeader.toLowerCase()]
      const secret = parseCookies(request.headers.cookie).get(secretCookie)
      if (typeof header !== 'string' || !isValidPair(secret, header)) throw new Problem('antiforgery')
    },
  }
}

/**
 * Refuses requests that a browser says come from elsewhere. Browsers that do not say (plain http away from localhost)
 * at least name the origin of a request that changes something.
 */
export function rejectCrossSite({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Problem('cross-site')
    return
  }
  if (headers.origin !== undefined && headers.origin !== publicUrl) throw new Problem('cross-site')
}

/** Refuses what is no call of a script: an address that somebody has typed or followed changes nothing. */
export function rejectNavigation({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-mode'] === 'navigate') throw new Problem('cross-site')
}

function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

function parseCookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
  return new Map(pairs)
}
