import { decodePath } from '#web/access/decode-path.ts'

export const invalidReturnUrl = 'Invalid return url. The return url needs to have the same origin as the current page.'

/** Where a sign-in leads without a return URL. */
const defaultReturnUrl = '/'

const maxLength = 2048
const forbiddenCharacters = /[\p{Cc}\\]/u

/**
 * The path, query and hash of `value` within `origin`; undefined for anything that a browser might resolve elsewhere
 * (docs/security.md, 1.4). Pass the result only to the client router, never to `location`. The sign-in pages themselves
 * are replaced by the default.
 */
export function parseReturnUrl(value: string, origin: string): string | undefined {
  if (value.length > maxLength || forbiddenCharacters.test(value)) return undefined
  if (!/^\/(?!\/)/.test(value) && !value.startsWith(`${origin}/`) && value !== origin) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  const path = decodePath(url.pathname)
  if (path === undefined) return undefined
  return /^\/authentication(\/|$)/i.test(path) ? defaultReturnUrl : `${url.pathname}${url.search}${url.hash}`
}

/** The return URL in the query, or `fallback` without one. Throws when it is not within `origin`. */
export function requireReturnUrl(search: string, origin: string, fallback = defaultReturnUrl): string {
  const value = new URLSearchParams(search).get('returnUrl')
  if (value === null || value === '') return fallback
  const returnUrl = parseReturnUrl(value, origin)
  if (returnUrl === undefined) throw new Error(invalidReturnUrl)
  return returnUrl
}
