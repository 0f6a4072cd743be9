import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#server/http/problem.ts'
import { rejectCrossSite } from '#server/http/xsrf.ts'
import { readCookie, type WriteCookie } from './page-cookies.ts'

/** What was typed into a form. A field that was not sent is empty. */
export type Fields = (name: string) => string

export type PageForms = {
  /** For the hidden field `token` of a form. `purpose` ties it to what is being done, such as one sign-in. */
  token(request: FastifyRequest, reply: FastifyReply, purpose: string): string
  /** Reads a posted form; throws Problem('antiforgery') unless it came from our own page in this browser. */
  read(request: FastifyRequest, purpose: string): Fields
}

const cookieName = 'identity_form'
const maxFieldLength = 4096

/** `keys`: the newest first; older ones are still believed. */
export function createPageForms(options: {
  keys: readonly string[]
  publicUrl: string
  writeCookie: WriteCookie
}): PageForms {
  const { keys, publicUrl, writeCookie } = options

  function sign(key: string, browser: string, purpose: string): string {
    return createHmac('sha256', key).update(`form\n${browser}\n${purpose}`).digest('base64url')
  }

  return {
    token(request, reply, purpose) {
      const [key] = keys
      if (key === undefined) throw new Error('There is no form key.')
      const known = readCookie(request, cookieName)
      const browser = known && /^[\w-]{22}$/.test(known) ? known : randomBytes(16).toString('base64url')
      if (browser !== known) writeCookie(reply, cookieName, browser)
      return sign(key, browser, purpose)
    },
    read(request, purpose) {
      rejectCrossSite(request, publicUrl)
      const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const browser = readCookie(request, cookieName)
      const token = Buffer.from(body.get('token') ?? '')
      const matches =
        browser !== undefined &&
        keys.some((key) => {
          const expected = Buffer.from(sign(key, browser, purpose))
          return expected.length === token.length && timingSafeEqual(expected, token)
        })
      if (!matches) throw new Problem('antiforgery')
      return (name) => (body.get(name) ?? '').slice(0, maxFieldLength)
    },
  }
}
