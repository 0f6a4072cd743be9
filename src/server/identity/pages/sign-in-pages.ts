import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { identityPaths } from '#contract/identity-paths.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import type { AccountMail } from '../accounts/account-mail.ts'
import type { Credentials } from '../accounts/credentials.ts'
import { findSession } from '../provider/provider-sessions.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PageForms } from './page-forms.ts'
import type { SignInTickets } from './sign-in-tickets.ts'
import { formatRetryDelay } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage } from './views/notice-page.ts'
import { signInPage } from './views/sign-in-page.ts'

type Options = {
  provider: Provider
  credentials: Credentials
  tickets: SignInTickets
  devices: KnownDevices
  forms: PageForms
  accountMail: AccountMail
  /** Addresses must be confirmed before the first sign-in: so it is where mail can be sent. */
  requiresEmailConfirmation: boolean
}

/** The page where a sign-in that the app has begun is finished. Its address holds the id of that sign-in. */
export function addSignInPages(server: FastifyInstance, options: Options): void {
  const { provider, credentials, tickets, devices, forms, accountMail, requiresEmailConfirmation } = options
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

  // Somebody who comes here without having begun in the app begins there.
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

/** Tells the provider who it is, and sends the browser on to it. */
async function finishSignIn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): Promise<FastifyReply> {
  const session = await findSession(provider, request.raw, reply.raw)
  if (session && session.accountId !== accountId) {
    // The provider would end the other's session with a page that posts itself, which needs a script.
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
