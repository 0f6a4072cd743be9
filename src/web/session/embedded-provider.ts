import * as z from 'zod/mini'
import { jsonResponseMode } from '#contract/identity-paths.ts'

/** How long a silent sign-in, and any other request to the provider, may take (docs/security.md, 1.2). */
export const silentTimeoutMs = 4000
export const requestTimeoutMs = 5000

/** Whether the provider is inside our server. */
export function isEmbedded({ authority }: { readonly authority: string }): boolean {
  return authority === location.origin
}

const signInResponse = z.object({ url: z.string() })

/** Asks the embedded provider for a silent sign-in: its answer has the address of the callback. */
export async function sendSilently(address: string): Promise<{ url: string }> {
  const init = { signal: AbortSignal.timeout(silentTimeoutMs), cache: 'no-store' } as const
  const response = await fetch(`${address}&response_mode=${jsonResponseMode}`, init)
  if (!response.ok) throw new Error(`The provider answered a silent sign-in with ${response.status}.`)
  return signInResponse.parse(await response.json())
}
