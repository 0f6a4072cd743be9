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
  register.searchParams.set('returnUrl', `${publicUrl}/authentication/login`)

  // Where somebody makes an account, with a way back to the sign-in.
  server.get('/Identity/Account/Register', async (_request, reply) => reply.redirect(register.href))

  // Where somebody looks after the account.
  server.get('/Identity/Account/Manage', async (_request, reply) => reply.redirect(signIn.accountUrl))
}
