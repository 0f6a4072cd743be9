import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#server/platform/http/problem.ts'
import type { Signer } from '#server/platform/http/signer.ts'
import { rejectCrossSite } from '#server/platform/http/xsrf.ts'
import type { PageCookies } from './page-cookies.ts'

/** Reads a field of a posted form. A field that was not sent is empty. */
export type Fields = (name: string) => string

type Options = { signer: Signer; publicUrl: string; cookies: PageCookies }

const cookieName = 'identity_form'
const maxFieldLength = 4096

/** Forms that only our own pages can post (docs/security.md, 3.4). */
export function createPageForms({ signer, publicUrl, cookies }: Options) {
  const toMessage = (browserId: string, purpose: string) => `form\n${browserId}\n${purpose}`

  function isValidToken(request: FastifyRequest, purpose: string, token: string): boolean {
    const browserId = cookies.find(request, cookieName)
    return browserId !== undefined && signer.isValid(toMessage(browserId, purpose), token)
  }

  return {
    /** Whether `token` was made for this purpose in this browser. */
    isValidToken,
    /** The hidden field `token` of a form. `purpose` binds it to one action, such as one sign-in. */
    token(reply: FastifyReply, purpose: string): string {
      const current = cookies.find(reply.request, cookieName)
      const browserId = current && /^[\w-]{22}$/.test(current) ? current : randomBytes(16).toString('base64url')
      if (browserId !== current) cookies.set(reply, cookieName, browserId)
      return signer.sign(toMessage(browserId, purpose))
    },
    /** Reads a posted form. Throws Problem('antiforgery') unless it came from our own page in this browser. */
    read(request: FastifyRequest, purpose: string): Fields {
      rejectCrossSite(request, publicUrl)
      const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (!isValidToken(request, purpose, body.get('token') ?? '')) throw new Problem('antiforgery')
      return (name) => (body.get(name) ?? '').slice(0, maxFieldLength)
    },
  }
}
