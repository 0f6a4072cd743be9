import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-paths.ts'
import { inTransaction } from '#server/db/database.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { cleanName } from '#server/users/display-name.ts'
import {
  type Account,
  changeAccountEmail,
  changeAccountName,
  changePassword,
  findAccount,
  findAccountByEmail,
} from '../accounts/account-store.ts'
import { findCode, redeemCode, removeCodes } from '../accounts/one-time-code-store.ts'
import { findPasswordError } from '../accounts/password-rules.ts'
import { accountClientId } from '../provider/provider-configuration.ts'
import { findSession } from '../provider/provider-sessions.ts'
import { removeRecordsOfAccount } from '../provider/provider-store.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import {
  type AccountSettingsErrors,
  accountSettingsPage,
  confirmNewEmailPage,
} from './views/account-settings-page.ts'
import { sendPage } from './views/layout.ts'
import { expiredLinkPage, noticePage } from './views/notice-page.ts'

/** The URL of the page names what was done; the texts are here. */
const confirmationTexts: Readonly<Record<string, string>> = {
  name: 'Your name has been saved.',
  email: 'Your email address has been changed.',
  mailed: 'We have sent a link to the new address. The change takes effect when you open it.',
  password: 'Your password has been changed. You were signed out on all other devices.',
}

const passwordAttemptLimit = { points: 20, seconds: 15 * 60 }
const wrongPassword = 'This is not your current password.'

/** Account management: name, email address, password, sign-out everywhere. */
export function addAccountSettingsPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, provider, passwords, limiter, tickets, forms, accountMail, background } = services
  const purposeOf = (session: { uid: string }) => `manage ${session.uid}`

  type SignedIn = { account: Account; session: { uid: string } }

  async function findSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    const session = await findSession(provider, request.raw, reply.raw)
    const account = session && (await findAccount(db, session.accountId))
    return account && { account, session }
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, session }: SignedIn,
    page: {
      errors: AccountSettingsErrors
      typed?: { name?: string; email?: string }
      successText?: string | undefined
    },
  ) {
    const token = forms.token(request, reply, purposeOf(session))
    const status = Object.keys(page.errors).length > 0 ? 400 : 200
    return sendPage(reply, status, accountSettingsPage({ token, account, ...page }))
  }

  /** Handles a form of this page. A sender who is not signed in signs in first. */
  function addForm(
    name: string,
    change: (
      signedIn: SignedIn,
      typed: Fields,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ): void {
    server.post(`${identityPaths.manage}/${name}`, async (request, reply) => {
      const signedIn = await findSignedIn(request, reply)
      if (!signedIn) return reply.redirect(buildSignInUrl(services.publicUrl), 303)
      return change(signedIn, forms.read(request, purposeOf(signedIn.session)), request, reply)
    })
  }

  async function isCurrentPassword(account: Account, password: string): Promise<boolean> {
    const { allowed } = await limiter.consume(`password:${account.id}`, passwordAttemptLimit)
    return (await passwords.check(allowed ? account.passwordHash : undefined, password)).matches
  }

  server.get<{ Querystring: { done?: unknown } }>(identityPaths.manage, async (request, reply) => {
    const signedIn = await findSignedIn(request, reply)
    if (!signedIn) return reply.redirect(buildSignInUrl(services.publicUrl), 303)
    const { done } = request.query
    const successText =
      typeof done === 'string' && Object.hasOwn(confirmationTexts, done) ? confirmationTexts[done] : undefined
    return show(request, reply, signedIn, { errors: {}, successText })
  })

  // The provider redirects here when the sign-in is done or was cancelled.
  server.get<{ Querystring: { error?: unknown } }>(identityPaths.manageCallback, async (request, reply) => {
    const back = request.query.error === undefined ? identityPaths.manage : '/'
    return reply.redirect(back, 303)
  })

  addForm('Name', async (signedIn, typed, request, reply) => {
    const name = cleanName(typed('name'))
    if (name === undefined)
      return show(request, reply, signedIn, { errors: { name: 'Enter your name.' }, typed: { name: '' } })
    await changeAccountName(db, signedIn.account.id, name)
    return reply.redirect(`${identityPaths.manage}?done=name`, 303)
  })

  addForm('Email', async (signedIn, typed, request, reply) => {
    const { account } = signedIn
    const email = parseMailAddress(typed('email'))
    const redisplayForm = (errors: AccountSettingsErrors) =>
      show(request, reply, signedIn, { errors, typed: { email: typed('email') } })
    if (email === undefined) return redisplayForm({ email: 'Enter an email address, like name@example.com.' })
    if (!(await isCurrentPassword(account, typed('emailPassword'))))
      return redisplayForm({ emailPassword: wrongPassword })
    if (email === account.email) return reply.redirect(identityPaths.manage, 303)
    if (services.requiresEmailConfirmation) {
      background.run(async () => {
        const other = await findAccountByEmail(db, email)
        await (other ? accountMail.alreadyRegistered(other) : accountMail.changeEmail(account, email))
      })
      return reply.redirect(`${identityPaths.manage}?done=mailed`, 303)
    }
    if (!(await changeAccountEmail(db, account.id, email, false)))
      return redisplayForm({ email: 'This address cannot be used.' })
    return reply.redirect(`${identityPaths.manage}?done=email`, 303)
  })

  addForm('Password', async (signedIn, typed, request, reply) => {
    const { account } = signedIn
    const password = typed('password')
    const redisplayForm = (errors: AccountSettingsErrors) => show(request, reply, signedIn, { errors })
    if (!(await isCurrentPassword(account, typed('oldPassword'))))
      return redisplayForm({ oldPassword: wrongPassword })
    const passwordError = findPasswordError(password, account)
    if (passwordError !== undefined) return redisplayForm({ password: passwordError })
    if (typed('confirmation') !== password)
      return redisplayForm({ confirmation: 'The password and confirmation password do not match.' })
    const passwordHash = await passwords.hash(password)
    await inTransaction(db, async (trx) => {
      await changePassword(trx, account.id, passwordHash)
      await removeCodes(trx, account.id)
      await removeRecordsOfAccount(trx, account.id)
    })
    await accountMail.passwordChanged(account)
    // Every session has ended, including this one. Sign in again, because the person just typed both passwords.
    await tickets.issue(reply, account.id)
    return reply.redirect(`${identityPaths.manage}?done=password`, 303)
  })

  addForm('SignOut', async ({ account }, _typed, _request, reply) => {
    await inTransaction(db, async (trx) => {
      await removeCodes(trx, account.id, 'sign-in')
      await removeRecordsOfAccount(trx, account.id)
    })
    return reply.redirect(identityPaths.signedOut, 303)
  })

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.confirmNewEmail, async (request, reply) => {
    const code = typeof request.query.code === 'string' ? request.query.code : ''
    const found = await findCode(db, 'change-email', code, clock.now())
    if (!found?.email) return sendPage(reply, 410, expiredLinkPage())
    const token = forms.token(request, reply, 'change-email')
    return sendPage(reply, 200, confirmNewEmailPage({ token, code, email: found.email }))
  })

  server.post(identityPaths.confirmNewEmail, async (request, reply) => {
    const typed = forms.read(request, 'change-email')
    const found = await redeemCode(db, 'change-email', typed('code'), clock.now())
    const account = found && (await findAccount(db, found.accountId))
    if (!found?.email || !account) return sendPage(reply, 410, expiredLinkPage())
    if (!(await changeAccountEmail(db, account.id, found.email, true)))
      return sendPage(reply, 410, expiredLinkPage())
    await accountMail.emailChanged(account, found.email)
    return sendPage(
      reply,
      200,
      noticePage({
        title: 'Your address has been changed',
        text: [`From now on, sign in as ${found.email}.`],
        link: { text: 'Back to Player Pool', path: '/' },
      }),
    )
  })
}

/** An ordinary sign-in, for a client that receives neither code nor token: its purpose is the session. */
function buildSignInUrl(publicUrl: string): string {
  const query = new URLSearchParams({
    client_id: accountClientId,
    response_type: 'none',
    scope: 'openid',
    redirect_uri: `${publicUrl}${identityPaths.manageCallback}`,
    state: randomBytes(16).toString('base64url'),
  })
  return `/connect/authorize?${query}`
}
