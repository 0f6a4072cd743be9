import * as z from 'zod/mini'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath, signInCallbackPath, signOutCallbackPath } from '#contract/identity-paths.ts'
import { browserClientId, routePaths } from '#contract/paths.ts'
import { clientConfiguration, signInParameters } from '#contract/sign-in-contract.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { Xsrf } from '#server/platform/http/xsrf.ts'
import type { SignInConfig } from '#server/platform/settings/config.ts'

type Options = { signIn: SignInConfig; publicUrl: string; xsrf: Xsrf }

export function addClientConfigurationRoutes(server: HttpServer, { signIn, publicUrl, xsrf }: Options): void {
  server.get(routePaths.clientConfiguration, {
    schema: {
      operationId: 'getClientConfiguration',
      summary: 'The sign-in settings of the browser app',
      description: 'Also issues an XSRF pair, unless the request has a valid one.',
      params: z.object({ clientId: z.string() }),
      response: { 200: clientConfiguration },
    },
    handler: async (request, reply) => {
      if (request.params.clientId !== browserClientId) throw new Problem('not-found')
      xsrf.issue(request, reply)
      return {
        authority: signIn.authority,
        client_id: signIn.clientId,
        redirect_uri: `${publicUrl}${signInCallbackPath}`,
        post_logout_redirect_uri: `${publicUrl}${signOutCallbackPath}`,
        response_type: 'code' as const,
        scope: signIn.scope,
      }
    },
  })

  // Separate from the settings, whose fields are fixed. Requested only with an external provider.
  server.get(routePaths.signInParameters, {
    schema: {
      operationId: 'getSignInParameters',
      summary: 'Further parameters of the browser app’s authorization requests',
      description: 'From `OIDC_EXTRA_PARAMS`; empty for the embedded provider.',
      params: z.object({ clientId: z.string() }),
      response: { 200: signInParameters },
    },
    handler: async (request) => {
      if (request.params.clientId !== browserClientId) throw new Problem('not-found')
      return signIn.extraParams
    },
  })
}

/**
 * The account pages have the same URLs with every provider. With an external provider, they redirect to its pages, which
 * are settings; nothing in the request decides the target.
 */
export function addExternalAccountRoutes(server: HttpServer, { signIn, publicUrl }: Omit<Options, 'xsrf'>): void {
  const register = new URL(signIn.registerUrl)
  register.searchParams.set('returnUrl', `${publicUrl}${appSignInPath}`)

  // Registration, with a link back to the sign-in.
  server.get(identityPaths.register, async (_request, reply) => reply.redirect(register.href))

  // Account management.
  server.get(identityPaths.manage, async (_request, reply) => reply.redirect(signIn.accountUrl))
}
