import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath } from '#contract/identity-paths.ts'
import type { AuthorizeResult, AuthorizeService } from '#web/session/authorize-service.ts'
import { decodePath } from '#web/url/decode-path.ts'
import { readParameter } from '#web/url/parameters.ts'

/**
 * The next step of the page: `navigate` stays in the app, `redirect` loads another page, `redirecting` means that one is
 * loading.
 */
export type AuthenticationOutcome =
  | { readonly kind: 'navigate'; readonly to: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'redirecting' }
  | { readonly kind: 'sign-in-failed' | 'sign-out-failed' | 'signed-out'; readonly text: string }

export type PageVisit = {
  readonly url: URL
  /** The state of the router’s current history entry. */
  readonly historyState: unknown
}

type Dependencies = {
  service: Pick<AuthorizeService, 'signIn' | 'completeSignIn' | 'signOut' | 'completeSignOut'>
  isSignedIn: () => boolean
  /** Runs before a sign-out, to end the user's notifications in this browser. */
  beforeSignOut?: () => Promise<void>
}

const loggedOutPath = '/authentication/logged-out'
const loggedOutText = 'You successfully logged out!'
const notInitiatedText = 'The logout was not initiated from within the page.'

/**
 * Runs one sign-in step: a page below /authentication/ (docs/security.md, 1.2). Throws in cases that the app’s own links never cause, such as a return URL of another origin.
 */
export async function runAuthenticationAction(
  action: string | undefined,
  { url, historyState }: PageVisit,
  { service, isSignedIn, beforeSignOut }: Dependencies,
): Promise<AuthenticationOutcome> {
  switch (action) {
    case 'login': {
      const returnUrl = requireReturnUrl(url.search, url.origin)
      return toOutcome(await service.signIn({ returnUrl }), url, toFailedPage)
    }
    case 'login-callback':
      return toOutcome(refuseRedirect(await service.completeSignIn(url.href)), url, toSignInFailure)
    case 'login-failed':
      return { kind: 'sign-in-failed', text: sanitizeMessage(url.searchParams.get('message')) }
    case 'register':
      return { kind: 'redirect', to: `${identityPaths.register}?returnUrl=${appSignInPath}` }
    case 'profile':
      return { kind: 'redirect', to: identityPaths.manage }
    case 'logout': {
      const returnUrl = requireReturnUrl(url.search, url.origin, loggedOutPath)
      if (!isInitiatedLocally(historyState)) return { kind: 'signed-out', text: notInitiatedText }
      if (!isSignedIn()) return { kind: 'signed-out', text: loggedOutText }
      await beforeSignOut?.()
      return toOutcome(await service.signOut({ returnUrl }), url, toSignOutFailure, loggedOutPath)
    }
    case 'logout-callback':
      return toOutcome(refuseRedirect(await service.completeSignOut(url.href)), url, toSignOutFailure, loggedOutPath)
    case 'logged-out':
      return { kind: 'signed-out', text: loggedOutText }
    default:
      throw new Error('Invalid action')
  }
}

type ToFailure = (message: string) => AuthenticationOutcome

/** `fallback` is the page after a success without a return URL. */
function toOutcome(result: AuthorizeResult, url: URL, toFailure: ToFailure, fallback?: string): AuthenticationOutcome {
  switch (result.status) {
    case 'success':
      return { kind: 'navigate', to: resolveReturnUrl(result.state, url, fallback) }
    case 'redirect':
      return { kind: 'redirecting' }
    case 'fail':
      return toFailure(result.message)
    default:
      throw new Error(`Invalid status result ${statusOf(result)}.`)
  }
}

function refuseRedirect(result: AuthorizeResult): AuthorizeResult {
  if (result.status === 'redirect') throw new Error('Should not redirect.')
  return result
}

const toFailedPage: ToFailure = (message) => ({
  kind: 'navigate',
  to: `/authentication/login-failed?${new URLSearchParams({ message })}`,
})
const toSignInFailure: ToFailure = (text) => ({ kind: 'sign-in-failed', text })
const toSignOutFailure: ToFailure = (message) => ({ kind: 'sign-out-failed', text: sanitizeMessage(message) })

/** The returned state takes precedence, then the query, then the default (docs/security.md, 1.4). */
function resolveReturnUrl(state: unknown, url: URL, fallback?: string): string {
  const stateReturnUrl = hasReturnUrl(state) ? parseStateReturnUrl(state.returnUrl, url.origin) : undefined
  return stateReturnUrl ?? requireReturnUrl(url.search, url.origin, fallback)
}

/**
 * `parseReturnUrl` refuses everything below /authentication/, except that a sign-out returns to the logged-out page.
 */
function parseStateReturnUrl(returnUrl: string, origin: string): string | undefined {
  return returnUrl === loggedOutPath ? returnUrl : parseReturnUrl(returnUrl, origin)
}

function hasReturnUrl(state: unknown): state is { returnUrl: string } {
  return isRecord(state) && typeof state['returnUrl'] === 'string'
}

/** Whether a link of the app led here: one from elsewhere must not sign anyone out (docs/security.md, 1.5). */
function isInitiatedLocally(historyState: unknown): boolean {
  return isRecord(historyState) && historyState['local'] === true
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Anyone can put this text into a link: limit its length, and strip control and direction characters. */
function sanitizeMessage(message: string | null): string {
  return (message ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').slice(0, 300)
}

function statusOf(result: never): string {
  return JSON.stringify((result as { status?: unknown }).status)
}

export const invalidReturnUrl = 'Invalid return url. The return url needs to have the same origin as the current page.'

/** The page after a sign-in without a return URL. */
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
  const value = readParameter('returnUrl', search)
  if (value === null || value === '') return fallback
  const returnUrl = parseReturnUrl(value, origin)
  if (returnUrl === undefined) throw new Error(invalidReturnUrl)
  return returnUrl
}
