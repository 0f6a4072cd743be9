import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Answers a silent sign-in of the browser app with the parameters of the redirect, but without the redirect
 * (docs/security.md, 1.2). The redirect URI is the one that the provider has checked. A request that may show a page is
 * a navigation, and is redirected as usual.
 */
export function respondWithJson(ctx: KoaContextWithOIDC, redirectUri: string, payload: Record<string, unknown>): void {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(payload)) if (value !== undefined) parameters.set(name, String(value))
  const url = `${redirectUri}?${parameters}`
  if (ctx.oidc.params?.['prompt'] === 'none') {
    ctx.status = 200
    ctx.body = { url }
  } else {
    ctx.status = 303
    ctx.redirect(url)
  }
}
