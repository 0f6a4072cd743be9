import { ErrorTimeout, type INavigator } from 'oidc-client-ts'
import { jsonResponseMode } from '#contract/identity-paths.ts'

/** Timeouts of a silent sign-in and of any other request to the provider (docs/security.md, 1.2). */
export const silentTimeoutMs = 4000
export const requestTimeoutMs = 5000

/** Whether the provider is the embedded one. */
export function isEmbedded({ authority }: { readonly authority: string | undefined }): boolean {
  return authority === location.origin
}

/**
 * Replaces the hidden frame for the embedded provider, which has the same origin: a frame would load and run the whole
 * app again only to pass on its URL (docs/security.md, 1.2).
 */
export function createFetchNavigator(): INavigator {
  return {
    prepare: async () => ({
      navigate: ({ url }) => sendSilently(url).catch(failAsTimeout),
      close: () => {},
    }),
    callback: async () => {},
  }
}

/** The provider responds with the callback URL. */
async function sendSilently(address: string): Promise<{ url: string }> {
  const init = { signal: AbortSignal.timeout(silentTimeoutMs), cache: 'no-store' } as const
  const response = await fetch(`${address}&response_mode=${jsonResponseMode}`, init)
  if (!response.ok) throw new Error(`The provider answered a silent sign-in with ${response.status}.`)
  return response.json()
}

/** The library retries a renewal only after a timeout, so report network errors as timeouts. */
function failAsTimeout(error: unknown): never {
  const isNetworkError = error instanceof TypeError || error instanceof DOMException
  throw isNetworkError ? new ErrorTimeout(error.message) : error
}
