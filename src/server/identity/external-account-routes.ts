import { appSignInPath, identityPaths } from '#contract/identity-paths.ts'
import type { SignInConfig } from '#server/config.ts'
import type { HttpServer } from '../http/http-server.ts'

/**
 * The addresses of the account pages are the same whoever signs people in. With a provider of one's own they lead on
 * to its pages, which are settings: nothing of the request decides where.
 */
export function addExternalAccountRoutes(
  server: HttpServer,
  { signIn, publicUrl }: { signIn: SignInConfig; publicUrl: string },
): void {
  const register = new URL(signIn.registerUrl)
  register.searchParams.set('returnUrl', `${publicUrl}${appSignInPath}`)

  // Where somebody makes an account, with a way back to the sign-in.
  server.get(identityPaths.register, async (_request, reply) => reply.redirect(register.href))

  // Where somebody looks after the account.
  server.get(identityPaths.manage, async (_request, reply) => reply.redirect(signIn.accountUrl))
}
