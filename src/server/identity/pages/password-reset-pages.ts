import type { FastifyInstance } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { parseEmail } from '#server/mail/email-address.ts'
import { poolName } from '#server/pool-name.ts'
import { lockUser } from '#server/users/user-store.ts'
import { type Account, changePassword, findAccount, findAccountByCode } from '../accounts/account-store.ts'
import { findUserOfAccount } from '../accounts/account-user.ts'
import { listConnectedSignIns, removeConnectedSignIns } from '../accounts/connected-sign-in-store.ts'
import { redeemCode } from '../accounts/one-time-code-store.ts'
import { findPasswordError } from '../accounts/password-rules.ts'
import { enterByLink, proveAddress } from '../provider/password-link.ts'
import { endSignIns } from '../provider/provider-sessions.ts'
import { removeSignIn, toProviderName } from './connected-sign-ins.ts'
import { invalidEmailText } from './form-errors.ts'
import { findNextPath } from './invitation-pages.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, expiredLinkPage, noticePage } from './views/notice-page.ts'
import { forgotPasswordPage, noMailPage, resetPasswordPage } from './views/password-pages.ts'

/** Of emails that anybody can ask for. */
export const mailRequestLimit = { points: 100, seconds: 30 * 60 }

/** Password reset by an emailed link. */
export function addPasswordResetPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, passwords, limitAddress, tickets, devices, forms, accountMail, upstreams } = services

  // Without SMTP, no link would arrive.
  const sendsMail = services.requiresEmailConfirmation

  server.get(identityPaths.forgotPassword, async (_request, reply) => {
    if (!sendsMail) return sendPage(reply, 200, noMailPage())
    return sendPage(reply, 200, forgotPasswordPage({ email: '' }), 'forgot-password')
  })

  server.post(identityPaths.forgotPassword, async (request, reply) => {
    const typed = forms.read(request, 'forgot-password')
    if (!sendsMail) return sendPage(reply, 200, noMailPage())
    const email = parseEmail(typed('email'))
    const redisplayForm = (status: number, error: string) =>
      sendPage(reply, status, forgotPasswordPage({ email: typed('email'), error }), 'forgot-password')
    if (email === undefined) return redisplayForm(400, invalidEmailText)
    const wait = await limitAddress(reply, 'forgot', mailRequestLimit)
    if (wait !== undefined) return redisplayForm(429, `Too many requests from your network. Try again ${wait}.`)
    await services.request({ kind: 'reset-password', email })
    return sendPage(reply, 200, checkYourMailPage())
  })

  /** Somebody else may have connected them. An account whose address is not confirmed loses all of them. */
  async function listSignIns(account: Account, typed: Fields = () => '') {
    const connections = account.emailVerified ? await listConnectedSignIns(db, account.id) : []
    return connections.map((connection) => ({
      ...connection,
      provider: toProviderName(upstreams, connection),
      isDisconnected: typed(`disconnect-${connection.id}`) !== '',
    }))
  }

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.resetPassword, async (request, reply) => {
    const { code } = request.query
    const account = await findAccountByCode(db, 'reset-password', code, clock.now())
    if (typeof code !== 'string' || !account) return sendPage(reply, 410, expiredLinkPage())
    return sendPage(reply, 200, resetPasswordPage({ code, signIns: await listSignIns(account) }), 'reset-password')
  })

  server.post(identityPaths.resetPassword, async (request, reply) => {
    const typed = forms.read(request, 'reset-password')
    const code = typed('code')
    const account = await findAccountByCode(db, 'reset-password', code, clock.now())
    if (!account) return sendPage(reply, 410, expiredLinkPage())
    const signIns = await listSignIns(account, typed)
    const error = await findPasswordError(typed('password'), { ...account, poolName: services.poolName })
    if (error !== undefined) return sendPage(reply, 400, resetPasswordPage({ code, signIns, error }), 'reset-password')
    const passwordHash = await passwords.hash(typed('password'))
    const changed = await services.inTransaction(async (trx) => {
      const owner = (await findUserOfAccount(trx, account.id))?.user
      if (owner) await lockUser(trx, owner.id)
      const redeemed = await redeemCode(trx, 'reset-password', code, clock.now())
      if (!redeemed) return undefined
      const isFromOther = redeemed.isFromOther === 1
      // Opening a mailed link proves access to this mailbox.
      if (!isFromOther) await proveAddress(trx, account.id, 'mailbox', clock.now())
      await changePassword(trx, account.id, passwordHash)
      // Before the address was confirmed, a stranger may have signed in upstream with it (docs/security.md, 21.3).
      if (!account.emailVerified) await removeConnectedSignIns(trx, account.id)
      for (const signIn of signIns) if (signIn.isDisconnected) await removeSignIn(services, trx, account, signIn)
      await endSignIns(trx, account.id, clock.now())
      if (isFromOther && owner) await enterByLink(trx, owner.id, clock.now())
      await accountMail.passwordChanged(trx, account, isFromOther)
      return findAccount(trx, account.id)
    })
    if (!changed) return sendPage(reply, 410, expiredLinkPage())
    request.log.info({ account: account.id, address: request.ip }, 'password reset')
    await services.announceEndedSessions(account.id)
    await tickets.issue(reply, account.id)
    devices.remember(reply, changed)
    const done = noticePage({
      title: 'Your password has been changed',
      text: ['You were signed out on all your devices.'],
      link: { text: `Continue to ${poolName}`, path: await findNextPath(services, account.id) },
    })
    return sendPage(reply, 200, done)
  })
}
