import { ErrorTimeout, type INavigator } from 'oidc-client-ts'
import { sendSilently } from './embedded-provider.ts'

/**
 * Takes the place of the hidden frame at the embedded provider, which is of the same origin: a frame would load and run
 * the whole app again only to hand over its address (docs/security.md, 1.2).
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

/** The library repeats a renewal after a timeout only; an unreachable provider deserves the same. */
function failAsTimeout(error: unknown): never {
  const isOfNetwork = error instanceof TypeError || error instanceof DOMException
  throw isOfNetwork ? new ErrorTimeout(error.message) : error
}
