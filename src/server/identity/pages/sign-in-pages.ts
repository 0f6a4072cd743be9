import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { identityPaths } from '#contract/identity-paths.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { findSession } from '../provider/provider-sessions.ts'
import type { PageServices } from './page-services.ts'
import { formatRetryDelay } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage } from './views/notice-page.ts'
import { signInPage } from './views/sign-in-page.ts'

/** The page that completes a sign-in started by the app. Its URL contains the id of that sign-in. */
export function addSignInPages(server: FastifyInstance, services: PageServices): void {
  const { provider, credentials, tickets, devices, forms, accountMail, requiresEmailConfirmation } = services
  const path = `${identityPaths.signIn}/:uid`
  const purposeOf = (uid: string) => `sign-in ${uid}`

  function showPage(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    email: string,
    error?: string,
  ) {
    const token = forms.token(request, reply, purposeOf(uid))
    const page = {
      path: `${identityPaths.signIn}/${uid}`,
      token,
      email,
      ...(error !== undefined && { error }),
    }
    return signInPage(page)
  }

  // Without a sign-in started by the app, go back to the app and start there.
  server.get(identityPaths.signIn, (_request, reply) => reply.redirect('/', 303))

  server.get<{ Params: { uid: string } }>(path, async (request, reply) => {
    const { uid, params } = await provider.interactionDetails(request.raw, reply.raw)
    const accountId = await tickets.redeem(request, reply)
    if (accountId) return finishSignIn(provider, request, reply, accountId)
    const hint = typeof params['login_hint'] === 'string' ? parseMailAddress(params['login_hint']) : undefined
    return sendPage(reply, 200, showPage(request, reply, uid, hint ?? ''))
  })

  server.post<{ Params: { uid: string } }>(path, async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    const typed = forms.read(request, purposeOf(uid))
    const email = typed('email').trim()
    const checked = await credentials.check({
      email,
      password: typed('password'),
      address: request.ip,
      knownDevice: (accountId) => devices.find(request, accountId),
    })
    if (checked.kind === 'too-many') {
      reply.header('Retry-After', checked.retryAfterSeconds)
      const error = `Too many attempts from your network. Try again ${formatRetryDelay(checked.retryAfterSeconds)}.`
      return sendPage(reply, 429, showPage(request, reply, uid, email, error))
    }
    if (checked.kind === 'refused')
      return sendPage(reply, 400, showPage(request, reply, uid, email, 'Invalid login attempt.'))
    const { account } = checked
    if (requiresEmailConfirmation && !account.emailVerified) {
      await accountMail.confirmEmail(account)
      return sendPage(reply, 200, checkYourMailPage())
    }
    devices.remember(request, reply, account.id)
    return finishSignIn(provider, request, reply, account.id)
  })
}

/** Reports the account to the provider and redirects the browser to it. */
async function finishSignIn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<FastifyReply> {
  const session = await findSession(provider, request.raw, reply.raw)
  if (session && session.accountId !== accountId) {
    // The provider would end the other session with a self-posting page, which needs a script.
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    interaction.session = undefined
    await interaction.persist()
    await session.end()
  }
  const next = await provider.interactionResult(request.raw, reply.raw, {
    login: { accountId, amr: ['pwd'] },
  })
  return reply.redirect(next, 303)
}
