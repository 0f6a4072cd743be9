import { ErrorTimeout, type INavigator } from 'oidc-client-ts'
import * as z from 'zod/mini'
import { jsonResponseMode } from '#contract/identity-paths.ts'

const signInResponse = z.object({ url: z.string() })

/**
 * Takes the place of the hidden frame at the embedded provider, which is of the same origin: a frame would load and run
 * the whole app again only to hand over its address (docs/security.md, 1.2).
 */
export function createFetchNavigator(timeoutMs: number): INavigator {
  return {
    prepare: async () => ({
      navigate: async ({ url }) => {
        const response = await send(`${url}&response_mode=${jsonResponseMode}`, timeoutMs)
        if (!response.ok) throw new Error(`The provider answered a silent sign-in with ${response.status}.`)
        return signInResponse.parse(await response.json())
      },
      close: () => {},
    }),
    callback: async () => {},
  }
}

/** The library repeats a renewal after a timeout only; an unreachable provider deserves the same. */
async function send(url: string, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' })
  } catch (cause) {
    throw new ErrorTimeout(cause instanceof Error ? cause.message : undefined)
  }
}
