export const invalidReturnUrl =
  'Invalid return url. The return url needs to have the same origin as the current page.'

/** Where a sign-in leads when nothing else was asked for. */
export const defaultReturnUrl = '/'

const maxLength = 2048
const forbiddenCharacters = /[\p{Cc}\\]/u

/**
 * The path, query and hash that `value` leads to within `origin`; undefined for everything that a browser might take
 * elsewhere. The answer is for the client router alone, never for `location`. The sign-in's own pages are no place
 * to return to: they become the default.
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

/** The return address of a sign-in page: from its query, else `fallback`. Throws when it is not one of ours. */
export function requireReturnUrl(search: string, origin: string, fallback = defaultReturnUrl): string {
  const value = new URLSearchParams(search).get('returnUrl')
  if (value === null || value === '') return fallback
  const returnUrl = parseReturnUrl(value, origin)
  if (returnUrl === undefined) throw new Error(invalidReturnUrl)
  return returnUrl
}

/** The router matches decoded paths; one that cannot be decoded matches nothing. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
