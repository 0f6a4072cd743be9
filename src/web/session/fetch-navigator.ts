import { ErrorTimeout, type INavigator } from 'oidc-client-ts'
import { sendSilently } from './embedded-provider.ts'

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

/** The library retries a renewal only after a timeout, so report network errors as timeouts. */
function failAsTimeout(error: unknown): never {
  const isNetworkError = error instanceof TypeError || error instanceof DOMException
  throw isNetworkError ? new ErrorTimeout(error.message) : error
}
