import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { isPlainHttp } from '#server/platform/settings/plain-http.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { type Account, findAccount } from '#server/sign-in/accounts/account-store.ts'
import { signInLimit } from '#server/sign-in/accounts/password-attempts.ts'
import { invalidEmailText } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { allowsPasskeys, createPasskeys } from './passkeys.ts'
import { mailRequestLimit } from './password-reset-pages.ts'
import { createSignInSteps, type FirstFactor, signInPurpose } from './sign-in-steps.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage } from './views/notice-page.ts'
import { codePage, describeCodeRefusal, recoveryCodesPage, requiredSetUpPage } from './views/second-factor-pages.ts'
import { signInPage } from './views/sign-in-page.ts'

/** The pages that complete a sign-in started by the app. Their URLs contain the id of that sign-in. */
export function addSignInPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, checkPassword, secondFactors, checkCode, tickets, forms } = services
  const { signUp, invitationCookie, upstreams, publicUrl, requiresEmailConfirmation, mailedCodes, limitAddress } =
    services
  const passkeys = createPasskeys(services)
  const { findInteraction, readProgress, saveProgress, finishFirstFactor, finishSignIn } = createSignInSteps(services)
  const path = `${identityPaths.signIn}/:uid`

  async function showPage(
    reply: FastifyReply,
    status: number,
    uid: string,
    email: string,
    error?: Html,
    fieldErrors: Errors = {},
  ) {
    const { isAllowed } = await signUp.preview(db, invitationCookie.find(reply.request), clock.now())
    const path = `${identityPaths.signIn}/${uid}`
    const { connection, mailedCode } = await readProgress(reply)
    const connecting = connection && upstreams.find(connection.key)
    const { params } = await findInteraction(reply)
    const hint = typeof params['login_hint'] === 'string' ? parseEmail(params['login_hint']) : undefined
    // An admin who makes another: nothing but their own password or passkey counts (docs/security.md, 10.8).
    const isConfirming = hint !== undefined && params['prompt'] === 'login'
    const page = {
      path,
      email: connecting ? (connection.identity.email ?? '') : email || (mailedCode?.email ?? hint ?? ''),
      signUp: isAllowed ? ('offered' as const) : signUp.mode,
      isPlainHttp: isPlainHttp(publicUrl),
      connecting: connecting?.name,
      passkeyOptions: allowsPasskeys(publicUrl) ? await passkeys.askForOne(uid) : undefined,
      // Signing in there again would lead back here.
      upstreams: (isConfirming ? [] : upstreams.all)
        .filter((upstream) => upstream !== connecting)
        .map(({ key, name }) => ({ name, path: `${path}/Upstream/${key}` })),
      error,
      errors: fieldErrors,
      sendsMail: requiresEmailConfirmation && !isConfirming,
      isConfirming,
    }
    return sendPage(reply, status, signInPage(page), signInPurpose(uid))
  }

  // Without a sign-in started by the app, go back to the app and start there.
  server.get(identityPaths.signIn, (_request, reply) => reply.redirect('/', 303))

  server.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const { uid } = await findInteraction(reply)
    if ('restart' in request.query) {
      await saveProgress(reply, {})
      return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    }
    const account = await tickets.redeem(reply)
    if (account) return finishFirstFactor(reply, account, 'ticket')
    return showPage(reply, 200, uid, '')
  })

  server.post<{ Params: { uid: string } }>(path, async (request, reply) => {
    const { uid } = await findInteraction(reply)
    const typed = forms.read(request, signInPurpose(uid))
    const email = typed('email').trim()
    if (requiresEmailConfirmation && typed('action') === 'mail') return mailCode(reply, uid, email)
    const checked = await checkPassword(reply, email, typed('password'))
    if (checked.kind === 'refused') return showPage(reply, checked.status, uid, email, checked.error)
    return finishOwnFactor(reply, checked.account, 'pwd')
  })

  server.post(`${path}/Passkey`, async (request, reply) => {
    const { uid } = await findInteraction(reply)
    const response = forms.read(request, signInPurpose(uid))('response')
    const wait = await limitAddress(reply, 'sign-in', signInLimit)
    if (wait !== undefined)
      return showPage(reply, 429, uid, '', html`Too many attempts from your network. Try again ${wait}.`)
    const checked = await passkeys.check(uid, response)
    if (checked) return finishOwnFactor(reply, checked.account, checked.isUserVerified ? 'mfa' : 'pop')
    request.log.info({ address: request.ip }, 'passkey rejected')
    return showPage(reply, 400, uid, '', html`This passkey was not accepted. Try again, or sign in another way.`)
  })

  /** With SMTP, the address has to be confirmed first. */
  async function finishOwnFactor(reply: FastifyReply, account: Account, method: FirstFactor) {
    if (requiresEmailConfirmation && !account.emailVerified && account.admittedBy === undefined) {
      await services.request({ kind: 'confirm-email', email: account.email, accountId: account.id })
      return sendPage(reply, 200, checkYourMailPage)
    }
    return finishFirstFactor(reply, account, method)
  }

  async function mailCode(reply: FastifyReply, uid: string, typed: string) {
    const email = parseEmail(typed)
    if (email === undefined) return showPage(reply, 400, uid, typed, undefined, { email: invalidEmailText })
    const wait = await limitAddress(reply, 'forgot', mailRequestLimit)
    if (wait !== undefined)
      return showPage(reply, 429, uid, typed, html`Too many requests from your network. Try again ${wait}.`)
    // Drops all other progress of this sign-in.
    const { connection } = await readProgress(reply)
    const mailedCode = await mailedCodes.send(reply, uid, email)
    await saveProgress(reply, { ...(connection && { connection }), mailedCode })
    return reply.redirect(`${identityPaths.signIn}/${uid}/Code`, 303)
  }

  type SecondStep = { uid: string; account: Account; method: FirstFactor }

  /** The sign-in whose first factor was right and has not been ended. Undefined if there is none: it starts with that. */
  async function findSecondStep(reply: FastifyReply): Promise<SecondStep | undefined> {
    const { uid } = await findInteraction(reply)
    const { firstFactor } = await readProgress(reply)
    const account = firstFactor && (await findAccount(db, firstFactor.accountId))
    if (!account || account.signInsValidFrom !== firstFactor.signInsValidFrom) return undefined
    // The second factor has been turned off since, and an emailed code is not enough to set it up again.
    if (firstFactor.method === 'mail' && !(await secondFactors.find(account.id))) return undefined
    return { uid, account, method: firstFactor.method }
  }

  async function showSecondStep(
    reply: FastifyReply,
    { uid, account }: SecondStep,
    { error, isRecovery = false, sealedSecret }: { error?: string; isRecovery?: boolean; sealedSecret?: string },
  ) {
    const secondPath = `${identityPaths.signIn}/${uid}/SecondFactor`
    const page = { path: secondPath, error }
    const body = (await secondFactors.find(account.id))
      ? codePage({ ...page, isRecovery })
      : requiredSetUpPage({ ...page, proposal: secondFactors.propose(account, sealedSecret) })
    return sendPage(reply, error === undefined ? 200 : 400, body, signInPurpose(uid))
  }

  server.get<{ Querystring: Record<string, unknown> }>(`${path}/SecondFactor`, async (request, reply) => {
    const step = await findSecondStep(reply)
    if (!step) return reply.redirect('/', 303)
    return showSecondStep(reply, step, { isRecovery: 'recovery' in request.query })
  })

  server.post(`${path}/SecondFactor`, async (request, reply) => {
    const step = await findSecondStep(reply)
    if (!step) return reply.redirect('/', 303)
    const { uid, account, method } = step
    const typed = forms.read(request, signInPurpose(uid))
    if (await secondFactors.find(account.id)) {
      const checked = await checkCode(request, account, typed('code'))
      if (checked.kind === 'right') return reply.redirect(await finishSignIn(reply, account, [method, 'otp']), 303)
      const page = { error: describeCodeRefusal(checked), isRecovery: typed('recovery') !== '' }
      return showSecondStep(reply, step, page)
    }
    const turnedOn = await secondFactors.turnOn(account, typed('secret'), typed('code'))
    if (!turnedOn) {
      const error = describeCodeRefusal({ kind: 'wrong' })
      return showSecondStep(reply, step, { error, sealedSecret: typed('secret') })
    }
    const next = await finishSignIn(reply, turnedOn.account, [method, 'otp'])
    const { codes } = turnedOn
    return sendPage(reply, 200, recoveryCodesPage({ codes, next: { text: `Continue to ${poolName}`, path: next } }))
  })
}
