import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { entryFormPath } from '#contract/identity-paths.ts'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { type Account, changePassword, findAccount } from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { listConnectedSignIns, removeConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { findCode, redeemCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { findPasswordError } from '#server/sign-in/accounts/password-rules.ts'
import { endPreparations, enterByLink, proveAddress } from '#server/sign-in/provider/password-link.ts'
import { endSignIns, findSession } from '#server/sign-in/provider/provider-sessions.ts'
import { lockUser } from '#server/users/user-store.ts'
import { removeSignIn, toProviderName } from './connected-sign-ins.ts'
import { invalidEmailText } from './form-errors.ts'
import { findNextPath } from './invitation-pages.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, expiredLinkPage, noticePage } from './views/notice-page.ts'
import { forgotPasswordPage, noMailPage, resetPasswordPage } from './views/password-pages.ts'

/** The limit per network address for emails that anybody can ask for. */
export const mailRequestLimit = { points: 100, seconds: 30 * 60 }

/** Whether nobody has ever entered the account, so that there is nobody to warn. */
const isUnused = (account: Account) => account.passwordHash === undefined && account.signInsValidFrom === null

/** Password reset by an emailed link, and the links with which people enter whom an organiser has let in. */
export function addPasswordResetPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, passwords, limitAddress, tickets, devices, forms, accountMail, upstreams } = services

  // Without SMTP, no link would arrive.
  const sendsMail = services.requiresEmailConfirmation

  server.get(identityPaths.forgotPassword, async (_request, reply) => {
    if (!sendsMail) return sendPage(reply, 200, noMailPage)
    return sendPage(reply, 200, forgotPasswordPage({ email: '' }), 'forgot-password')
  })

  server.post(identityPaths.forgotPassword, async (request, reply) => {
    const typed = forms.read(request, 'forgot-password')
    if (!sendsMail) return sendPage(reply, 200, noMailPage)
    const email = parseEmail(typed('email'))
    const redisplayForm = (status: number, error: string) =>
      sendPage(reply, status, forgotPasswordPage({ email: typed('email'), error }), 'forgot-password')
    if (email === undefined) return redisplayForm(400, invalidEmailText)
    const wait = await limitAddress(reply, 'forgot', mailRequestLimit)
    if (wait !== undefined) return redisplayForm(429, `Too many requests from your network. Try again ${wait}.`)
    await services.request({ kind: 'reset-password', email })
    return sendPage(reply, 200, checkYourMailPage)
  })

  /** Lists sign-ins that somebody else may have connected. An account without a confirmed address loses all of them. */
  async function listSignIns(account: Account, typed: Fields = () => '') {
    const connections = account.emailVerified ? await listConnectedSignIns(db, account.id) : []
    return connections.map((connection) => ({
      ...connection,
      provider: toProviderName(upstreams, connection),
      isDisconnected: typed(`disconnect-${connection.id}`) !== '',
    }))
  }

  /** `isEntrant`: may enter without a password, because an organiser has given them the link as their way in. */
  async function findLink(code: unknown) {
    const found = await findCode(db, 'reset-password', String(code), clock.now())
    const account = found && (await findAccount(db, found.accountId))
    return account && { account, isEntrant: account.admittedBy !== undefined && found.isFromOther === 1 }
  }

  /** The name of somebody else who is signed in on this device. */
  async function findLender(reply: FastifyReply, account: Account): Promise<string | undefined> {
    const session = await findSession(services.provider, reply)
    if (!session || session.accountId === account.id) return undefined
    return (await findAccount(db, session.accountId))?.name
  }

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.resetPassword, async (request, reply) => {
    const { code } = request.query
    const link = await findLink(code)
    if (typeof code !== 'string' || !link) return sendPage(reply, 410, expiredLinkPage)
    const signIns = await listSignIns(link.account)
    const lender = link.isEntrant ? await findLender(reply, link.account) : undefined
    return sendPage(reply, 200, resetPasswordPage({ ...link, lender, code, signIns }), 'reset-password')
  })

  server.post(identityPaths.resetPassword, async (request, reply) => {
    const typed = forms.read(request, 'reset-password')
    const code = typed('code')
    const link = await findLink(code)
    if (!link) return sendPage(reply, 410, expiredLinkPage)
    const { account, isEntrant } = link
    const signIns = await listSignIns(account, typed)
    const password = typed('password')
    const hasPassword = !isEntrant || password !== ''
    const error = hasPassword && (await findPasswordError(password, { ...account, poolName: services.poolName }))
    if (error) {
      const lender = isEntrant ? await findLender(reply, account) : undefined
      const page = resetPasswordPage({ ...link, lender, code, signIns, error })
      return sendPage(reply, 400, page, 'reset-password')
    }
    const passwordHash = hasPassword ? await passwords.hash(password) : ''
    const changed = await services.inTransaction(async (trx) => {
      const owner = (await findUserOfAccount(trx, account.id))?.user
      if (owner) await lockUser(trx, owner.id)
      const redeemed = await redeemCode(trx, 'reset-password', code, clock.now())
      if (!redeemed) return undefined
      // The person may have become an organiser since the link was made.
      if (isEntrant && (await findUserOfAccount(trx, account.id))?.user.isPowerUser) return undefined
      const isFromOther = redeemed.isFromOther === 1
      // Opening a mailed link proves access to this mailbox.
      if (!isFromOther) await proveAddress(trx, account.id, 'mailbox', clock.now())
      await changePassword(trx, account.id, passwordHash, clock.now())
      // Before the address was confirmed, a stranger may have signed in upstream with it (docs/security.md, 21.3).
      if (!account.emailVerified) await removeConnectedSignIns(trx, account.id)
      if (isEntrant) await endPreparations(trx, account.id, owner)
      for (const signIn of signIns) if (signIn.isDisconnected) await removeSignIn(services, trx, account, signIn)
      await endSignIns(trx, account.id, clock.now())
      if (isFromOther && owner) await enterByLink(trx, owner.id, clock.now(), isUnused(account))
      if (!isEntrant) await accountMail.passwordChanged(trx, account, isFromOther)
      return findAccount(trx, account.id)
    })
    if (!changed) return sendPage(reply, 410, expiredLinkPage)
    request.log.info({ account: account.id, address: request.ip }, 'password reset')
    await services.publishEndedSessions(account.id)
    await tickets.issue(reply, account.id)
    devices.remember(reply, changed)
    if (isEntrant) {
      // The app would find the session of whoever lent the phone, and sign them in.
      await (await findSession(services.provider, reply))?.end()
      return reply.redirect(entryFormPath, 303)
    }
    const done = noticePage({
      title: 'Your password has been changed',
      text: ['You were signed out on all your devices.'],
      link: { text: `Continue to ${poolName}`, path: await findNextPath(services, account.id) },
    })
    return sendPage(reply, 200, done)
  })
}
