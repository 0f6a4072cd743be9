import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  type Account,
  changeAccountEmail,
  changeAccountName,
  changePassword,
  findAccount,
  lockAccount,
} from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { removeChangesSince } from '#server/sign-in/accounts/email-change-store.ts'
import { findCode, redeemCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { findPasswordError } from '#server/sign-in/accounts/password-rules.ts'
import {
  endSessionOfAccount,
  endSignIns,
  findSession,
  listSessions,
} from '#server/sign-in/provider/provider-sessions.ts'
import { cleanName } from '#server/users/display-name.ts'
import { isRemovable, toProviderName } from './connected-sign-ins.ts'
import { invalidEmailText } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { allowsPasskeys } from './passkeys.ts'
import { createSignedInAccounts, eraseBrowserStorage, type Visit } from './signed-in-accounts.ts'
import { accountSettingsPage, confirmNewEmailPage, type SignInList } from './views/account-settings-page.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { expiredLinkPage, noticePage, openInOwnBrowserPage } from './views/notice-page.ts'

/** The success messages, by the action in the page's URL. */
const confirmationTexts: Readonly<Record<string, string>> = {
  name: 'Your name has been saved.',
  email: 'Your email address has been changed.',
  mailed: 'We have sent a link to the new address. The change takes effect when you open it.',
  session: 'The device has been signed out.',
  connected: 'The sign-in has been connected.',
  passkey: 'The passkey has been added.',
  disconnected: 'The sign-in has been disconnected.',
  'factor-off': 'The second factor has been turned off.',
  password: 'Your password has been changed. You were signed out on all other devices.',
}

/** Account management: name, email address, password, sign-out everywhere. */
export function addAccountSettingsPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, provider, passwords, tickets, devices, forms, accountMail, secondFactors, upstreams } = services
  const { addPage, addForm, sendForm, findCurrentPasswordError } = createSignedInAccounts(server, services)

  async function show(
    visit: Visit,
    errors: Errors,
    page: { typed?: { name?: string; email?: string }; successText?: string | undefined } = {},
  ) {
    const { account, session } = visit
    const secondFactor = await secondFactors.find(account.id)
    const sessions = await listSessions(db, account.id, clock.now())
    const signIns = await listSignIns(account)
    const parts = { account, secondFactor, signIns, sessions, ownSession: session.uid, errors, ...page }
    return sendForm(visit, accountSettingsPage(parts), errors)
  }

  /** Ending the sign-ins makes every device unknown. The owner keeps this one, or strangers could lock them out. */
  async function keepDevice(reply: FastifyReply, { id }: Account): Promise<void> {
    const account = await findAccount(db, id)
    if (account) devices.remember(reply, account)
  }

  async function listSignIns(account: Account): Promise<SignInList> {
    const connections = await listConnectedSignIns(db, account.id)
    return {
      connected: connections.map((connection) => ({
        ...connection,
        provider: toProviderName(upstreams, connection),
        isRemovable: isRemovable(upstreams, account, connections, connection.id),
      })),
      passkeysBlockedAt: allowsPasskeys(services.publicUrl) ? undefined : services.publicUrl,
      available: upstreams.all.map(({ key, name }) => ({ name, path: `${identityPaths.connect}/${key}` })),
    }
  }

  addPage(identityPaths.manage, async (visit) => {
    const { done } = visit.reply.request.query as { done?: unknown }
    const successText =
      typeof done === 'string' && Object.hasOwn(confirmationTexts, done) ? confirmationTexts[done] : undefined
    return show(visit, {}, { successText })
  })

  // The provider redirects here when the sign-in is done or was cancelled.
  server.get<{ Querystring: { error?: unknown } }>(identityPaths.manageCallback, async (request, reply) => {
    const back = request.query.error === undefined ? identityPaths.manage : '/'
    return reply.redirect(back, 303)
  })

  addForm(`${identityPaths.manage}/Name`, async (visit, typed) => {
    const name = cleanName(typed('name'))
    if (name === undefined) return show(visit, { name: 'Enter your name.' }, { typed: { name: '' } })
    await changeAccountName(db, visit.account.id, name)
    return visit.reply.redirect(`${identityPaths.manage}?done=name`, 303)
  })

  addForm(`${identityPaths.manage}/Email`, async (visit, typed) => {
    const { account, reply } = visit
    const email = parseEmail(typed('email'))
    const redisplayForm = (errors: Errors) => show(visit, errors, { typed: { email: typed('email') } })
    if (email === undefined) return redisplayForm({ email: invalidEmailText })
    const emailPassword = await findCurrentPasswordError(visit, typed('emailPassword'))
    if (emailPassword !== undefined) return redisplayForm({ emailPassword })
    if (email === account.email) return reply.redirect(identityPaths.manage, 303)
    if (services.requiresEmailConfirmation) {
      const { id: accountId, signInsValidFrom } = account
      await services.request({ kind: 'change-email', email, accountId, signInsValidFrom })
      return reply.redirect(`${identityPaths.manage}?done=mailed`, 303)
    }
    const change = async (trx: Db) =>
      // The password may have been changed while this request was on its way.
      (await lockAccount(trx, account)) &&
      changeAccountEmail(trx, account.id, email, { isVerified: false, now: clock.now() })
    if (!(await services.inTransaction(change))) return redisplayForm({ email: 'This address cannot be used.' })
    await keepDevice(reply, account)
    reply.log.info({ account: account.id, address: reply.request.ip }, 'email address changed')
    return reply.redirect(`${identityPaths.manage}?done=email`, 303)
  })

  addForm(`${identityPaths.manage}/Password`, async (visit, typed) => {
    const { account, reply } = visit
    const oldPassword = await findCurrentPasswordError(visit, typed('oldPassword'))
    if (oldPassword !== undefined) return show(visit, { oldPassword })
    const password = await findPasswordError(typed('password'), { ...account, poolName: services.poolName })
    if (password !== undefined) return show(visit, { password })
    const passwordHash = await passwords.hash(typed('password'))
    const isChanged = await services.inTransaction(async (trx) => {
      // The old password may have been changed while this request was on its way.
      if (!(await lockAccount(trx, account))) return false
      await changePassword(trx, account.id, passwordHash, clock.now())
      await endSignIns(trx, account.id, clock.now())
      await accountMail.passwordChanged(trx, account)
      return true
    })
    if (!isChanged) return reply.redirect(identityPaths.manage, 303)
    reply.log.info({ account: account.id, address: reply.request.ip }, 'password changed')
    await services.publishEndedSessions(account.id)
    // Every session has ended, including this one. Sign in again, because the person just typed both passwords.
    await tickets.issue(reply, account.id)
    return reply.redirect(`${identityPaths.manage}?done=password`, 303)
  })

  addForm(`${identityPaths.manage}/EndSession`, async ({ account, session, reply }, typed) => {
    await endSessionOfAccount(provider, account.id, typed('session'))
    const isOwn = typed('session') === session.uid
    if (!isOwn) return reply.redirect(`${identityPaths.manage}?done=session`, 303)
    return reply.headers(eraseBrowserStorage).redirect(identityPaths.signedOut, 303)
  })

  addForm(`${identityPaths.manage}/SignOut`, async ({ account, reply }) => {
    await services.inTransaction((trx) => endSignIns(trx, account.id, clock.now()))
    await keepDevice(reply, account)
    await services.publishEndedSessions(account.id)
    return reply.headers(eraseBrowserStorage).redirect(identityPaths.signedOut, 303)
  })

  /** A stranger may have asked for the reader's address, who would then sign in to an account that the stranger is in, too. */
  async function isOwn(reply: FastifyReply, { accountId }: { accountId: string }): Promise<boolean> {
    return (await findSession(provider, reply))?.accountId === accountId
  }

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.confirmNewEmail, async (request, reply) => {
    const code = typeof request.query.code === 'string' ? request.query.code : ''
    const found = await findCode(db, 'change-email', code, clock.now())
    if (!found?.email) return sendPage(reply, 410, expiredLinkPage)
    if (!(await isOwn(reply, found))) return sendPage(reply, 403, openInOwnBrowserPage)
    return sendPage(reply, 200, confirmNewEmailPage({ code, email: found.email }), 'change-email')
  })

  server.post(identityPaths.confirmNewEmail, async (request, reply) => {
    const code = forms.read(request, 'change-email')('code')
    const asked = await findCode(db, 'change-email', code, clock.now())
    if (asked && !(await isOwn(reply, asked))) return sendPage(reply, 403, openInOwnBrowserPage)
    const changed = await services.inTransaction(async (trx) => {
      const found = await redeemCode(trx, 'change-email', code, clock.now())
      const account = found && (await findAccount(trx, found.accountId))
      if (!found?.email || !account) return undefined
      if (!(await changeAccountEmail(trx, account.id, found.email, { isVerified: true, now: clock.now() })))
        return undefined
      // A thief's address must not get a link with which it takes the account again.
      const isReturn = await removeChangesSince(trx, { accountId: account.id, email: found.email })
      // Nobody has proved the old address of an admitted account: its reader may be a stranger.
      if (account.admittedBy === undefined)
        await accountMail.emailChanged(trx, account, { email: found.email, canUndo: !isReturn })
      return { account: account.id, email: found.email }
    })
    if (!changed) return sendPage(reply, 410, expiredLinkPage)
    request.log.info({ account: changed.account, address: request.ip }, 'email address changed')
    const text = [`From now on, sign in as ${changed.email}.`]
    return sendPage(reply, 200, noticePage({ title: 'Your address has been changed', text }))
  })
}
