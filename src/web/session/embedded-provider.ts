import * as z from 'zod/mini'
import { jsonResponseMode } from '#contract/identity-paths.ts'

/** Timeouts of a silent sign-in and of any other request to the provider (docs/security.md, 1.2). */
export const silentTimeoutMs = 4000
export const requestTimeoutMs = 5000

/** Whether the provider is the embedded one. */
export function isEmbedded({ authority }: { readonly authority: string }): boolean {
  return authority === location.origin
}

const signInResponse = z.object({ url: z.string() })

/** Requests a silent sign-in from the embedded provider, which responds with the callback URL. */
export async function sendSilently(address: string): Promise<{ url: string }> {
  const init = { signal: AbortSignal.timeout(silentTimeoutMs), cache: 'no-store' } as const
  const response = await fetch(`${address}&response_mode=${jsonResponseMode}`, init)
  if (!response.ok) throw new Error(`The provider answered a silent sign-in with ${response.status}.`)
  return signInResponse.parse(await response.json())
}
