import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-paths.ts'
import type { Html } from '#server/http/html.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { isPlainHttp } from '#server/plain-http.ts'
import { findUserByIdentity } from '#server/users/user-store.ts'
import { type Account, findAccount } from '../accounts/account-store.ts'
import { findInvitationByToken, nameGuest } from '../invitations/invitation-store.ts'
import { findSession, listSessionUses } from '../provider/provider-sessions.ts'
import { blockedText } from '../tokens/authenticator.ts'
import { embeddedIssuer } from '../tokens/token-verifier.ts'
import type { PageServices } from './page-services.ts'
import { describeRefusal } from './views/credential-refusal.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, noticePage } from './views/notice-page.ts'
import { codePage, describeCodeRefusal, recoveryCodesPage, requiredSetUpPage } from './views/second-factor-pages.ts'
import { signInPage } from './views/sign-in-page.ts'

/** The pages that complete a sign-in started by the app. Their URLs contain the id of that sign-in. */
export function addSignInPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, provider, credentials, secondFactors, tickets, devices, forms, accountMail } = services
  const { signUp, invitations, background, proxyWatch, publicUrl, requiresEmailConfirmation } = services
  const path = `${identityPaths.signIn}/:uid`
  const purposeOf = (uid: string) => `sign-in ${uid}`
  const findInteraction = ({ raw }: FastifyRequest, reply: FastifyReply) => provider.interactionDetails(raw, reply.raw)

  async function showPage(request: FastifyRequest, reply: FastifyReply, uid: string, email: string, error?: Html) {
    const { isAllowed } = await signUp.preview(db, invitations.find(request), clock.now())
    const token = forms.token(request, reply, purposeOf(uid))
    const page = {
      path: `${identityPaths.signIn}/${uid}`,
      token,
      email,
      signUp: isAllowed ? ('offered' as const) : signUp.mode,
      isPlainHttp: isPlainHttp(publicUrl),
      ...(error !== undefined && { error }),
    }
    return signInPage(page)
  }

  // Without a sign-in started by the app, go back to the app and start there.
  server.get(identityPaths.signIn, (_request, reply) => reply.redirect('/', 303))

  server.get<{ Params: { uid: string } }>(path, async (request, reply) => {
    const { uid, params } = await findInteraction(request, reply)
    const accountId = await tickets.redeem(request, reply)
    const account = accountId && (await findAccount(db, accountId))
    if (account) return finishFirstFactor(request, reply, account)
    const hint = typeof params['login_hint'] === 'string' ? parseMailAddress(params['login_hint']) : undefined
    return sendPage(reply, 200, await showPage(request, reply, uid, hint ?? ''))
  })

  server.post<{ Params: { uid: string } }>(path, async (request, reply) => {
    const { uid } = await findInteraction(request, reply)
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
      return sendPage(reply, 429, await showPage(request, reply, uid, email, describeRefusal(checked)))
    }
    if (checked.kind === 'refused')
      return sendPage(reply, 400, await showPage(request, reply, uid, email, describeRefusal(checked)))
    const { account } = checked
    if (requiresEmailConfirmation && !account.emailVerified) {
      await accountMail.confirmEmail(account)
      return sendPage(reply, 200, checkYourMailPage())
    }
    return finishFirstFactor(request, reply, account)
  })

  /** Asks for the second factor if the account has one or must have one. A blocked user gets no further. */
  async function finishFirstFactor(request: FastifyRequest, reply: FastifyReply, account: Account) {
    const known = await findUserByIdentity(db, { issuer: embeddedIssuer, subject: account.id })
    if (known?.isBlocked) return sendPage(reply, 403, blockedPage())
    if (!(await secondFactors.find(account.id)) && !(await secondFactors.isRequired(account.id)))
      return reply.redirect(await finishSignIn(request, reply, account, ['pwd']), 303)
    const interaction = await findInteraction(request, reply)
    interaction.result = { firstFactor: account.id }
    await interaction.persist()
    return reply.redirect(`${identityPaths.signIn}/${interaction.uid}/SecondFactor`, 303)
  }

  type SecondStep = { uid: string; account: Account }

  /** The sign-in whose password was right. Undefined if there is none: it starts with the password. */
  async function findSecondStep(request: FastifyRequest, reply: FastifyReply): Promise<SecondStep | undefined> {
    const { uid, result } = await findInteraction(request, reply)
    const accountId = result?.['firstFactor']
    const account = typeof accountId === 'string' && (await findAccount(db, accountId))
    return account ? { uid, account } : undefined
  }

  async function showSecondStep(
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, account }: SecondStep,
    { error, isRecovery = false, sealedSecret }: { error?: string; isRecovery?: boolean; sealedSecret?: string },
  ) {
    const secondPath = `${identityPaths.signIn}/${uid}/SecondFactor`
    const page = { path: secondPath, token: forms.token(request, reply, purposeOf(uid)), error }
    const body = (await secondFactors.find(account.id))
      ? codePage({ ...page, isRecovery })
      : requiredSetUpPage({ ...page, proposal: secondFactors.propose(account, sealedSecret) })
    return sendPage(reply, error === undefined ? 200 : 400, body)
  }

  server.get<{ Querystring: Record<string, unknown> }>(`${path}/SecondFactor`, async (request, reply) => {
    const step = await findSecondStep(request, reply)
    if (!step) return reply.redirect('/', 303)
    return showSecondStep(request, reply, step, { isRecovery: 'recovery' in request.query })
  })

  server.post(`${path}/SecondFactor`, async (request, reply) => {
    const step = await findSecondStep(request, reply)
    if (!step) return reply.redirect('/', 303)
    const { uid, account } = step
    const typed = forms.read(request, purposeOf(uid))
    if (await secondFactors.find(account.id)) {
      const checked = await secondFactors.check(account, typed('code'))
      if (checked.kind === 'right')
        return reply.redirect(await finishSignIn(request, reply, account, ['pwd', 'otp']), 303)
      const page = { error: describeCodeRefusal(checked), isRecovery: typed('recovery') !== '' }
      return showSecondStep(request, reply, step, page)
    }
    const codes = await secondFactors.turnOn(account, typed('secret'), typed('code'))
    if (!codes) {
      const error = describeCodeRefusal({ kind: 'wrong' })
      return showSecondStep(request, reply, step, { error, sealedSecret: typed('secret') })
    }
    await accountMail.secondFactorChanged(account, true)
    const next = await finishSignIn(request, reply, account, ['pwd', 'otp'])
    return sendPage(reply, 200, recoveryCodesPage({ codes, next: { text: 'Continue to Player Pool', path: next } }))
  })

  /** Reports the account to the provider and returns the address at which it goes on. */
  async function finishSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
    amr: string[],
  ): Promise<string> {
    request.log.info({ account: account.id, address: request.ip }, 'signed in')
    devices.remember(request, reply, account.id)
    await nameHeldGuest(request, reply, account)
    background.run(() => proxyWatch.checkSessions(() => listSessionUses(db)))
    const session = await findSession(provider, request.raw, reply.raw)
    if (session && session.accountId !== account.id) {
      // The provider would end the other session with a self-posting page, which needs a script.
      const interaction = await findInteraction(request, reply)
      interaction.session = undefined
      await interaction.persist()
      await session.end()
    }
    return provider.interactionResult(request.raw, reply.raw, { login: { accountId: account.id, amr } })
  }

  /** Records who opened the invitation of this browser, and forgets it. */
  async function nameHeldGuest(request: FastifyRequest, reply: FastifyReply, { id }: Account): Promise<void> {
    const held = invitations.find(request)
    if (!held) return
    invitations.drop(reply)
    const invitation = await findInvitationByToken(db, held.token)
    if (!invitation) return
    const guest = { invitationId: invitation.id, browserId: held.browserId, accountId: id, isNewAccount: false }
    await nameGuest(db, guest, clock.now())
  }
}

function blockedPage() {
  return noticePage({
    title: 'You cannot sign in',
    text: [blockedText],
    link: { text: 'Back to Player Pool', path: '/' },
  })
}
