import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath } from '#contract/identity-paths.ts'
import type { SignInConfig } from '#server/config.ts'
import type { HttpServer } from '../http/http-server.ts'

type Options = { signIn: SignInConfig; publicUrl: string }

/**
 * The account pages have the same URLs with every provider. With an external provider, they redirect to its pages, which
 * are settings; nothing in the request decides the target.
 */
export function addExternalAccountRoutes(server: HttpServer, { signIn, publicUrl }: Options): void {
  const register = new URL(signIn.registerUrl)
  register.searchParams.set('returnUrl', `${publicUrl}${appSignInPath}`)

  // Registration, with a link back to the sign-in.
  server.get(identityPaths.register, async (_request, reply) => reply.redirect(register.href))

  // Account management.
  server.get(identityPaths.manage, async (_request, reply) => reply.redirect(signIn.accountUrl))
}
