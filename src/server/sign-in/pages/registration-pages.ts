import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath } from '#contract/identity-paths.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Html } from '#server/platform/http/html.ts'
import { isSameIssuer } from '#server/platform/settings/provider-settings.ts'
import { type Account, findAccountByCode } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { redeemCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import type { SignUpRefusal } from '#server/sign-in/accounts/sign-up-policy.ts'
import { addGuest } from '#server/sign-in/invitations/invitation-store.ts'
import { proveAddress } from '#server/sign-in/provider/password-link.ts'
import { hasImportedUser } from '#server/users/user-store.ts'
import { parseRegistration } from './form-errors.ts'
import { findNextPath } from './invitation-pages.ts'
import type { PageServices } from './page-services.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, expiredLinkPage } from './views/notice-page.ts'
import { confirmEmailPage } from './views/password-pages.ts'
import { registerPage } from './views/register-page.ts'
import { describeEmailRefusal, isAboutEmail, refusalPage } from './views/sign-up-refusal.ts'
import { confirmUpstreamEmailPage } from './views/upstream-pages.ts'

/** An office of 200 people can share one address (docs/security.md, 5). Shared with first sign-ins at other providers. */
export const registrationLimit = { points: 300, seconds: 30 * 60 }

/** Registration and confirmation of the address. */
export function addRegistrationPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, passwords, checkPassword, limitAddress, tickets, devices, forms } = services
  const { signUp, invitationCookie, upstreams, requiresEmailConfirmation, timeZone } = services

  type Page = Omit<Parameters<typeof registerPage>[0], 'domains' | 'timeZone' | 'providers'>
  function showForm(reply: FastifyReply, status: number, page: Page) {
    const providers = upstreams.all.map(({ name }) => name)
    const body = registerPage({ ...page, providers, domains: signUp.domains, timeZone })
    return sendPage(reply, status, body, 'register')
  }

  /** Whether people from earlier years may always register. Only their mailbox learns that an address is known. */
  const canAnyoneReturn = async () => requiresEmailConfirmation && (await hasImportedUser(db))

  server.get<{ Querystring: Record<string, unknown> }>(identityPaths.register, async (request, reply) => {
    const opened = invitationCookie.find(request)
    const decision = await signUp.preview(db, opened, clock.now())
    const canReturn = await canAnyoneReturn()
    if (!decision.isAllowed && !(canReturn && 'returning' in request.query))
      return sendPage(reply, 403, refusalPage(decision, { canReturn }))
    const invitation = decision.isAllowed ? decision.invitation : undefined
    // Counted here and not behind the link, because programs that preview links do not keep cookies.
    if (invitation && opened)
      await addGuest(db, { invitationId: invitation.id, browserId: opened.browserId }, clock.now())
    const returnUrl = toLocalPath(textOf(request.query['returnUrl']), invitation?.leadsTo ?? appSignInPath)
    return showForm(reply, 200, { returnUrl, typed: { name: '', email: '' }, errors: {}, invitation })
  })

  server.post(identityPaths.register, async (request, reply) => {
    const typed = forms.read(request, 'register')
    const returnUrl = toLocalPath(typed('returnUrl'), appSignInPath)
    const applicant = { isEmailProven: requiresEmailConfirmation, invitation: invitationCookie.find(request) }
    const { invitation } = await signUp.preview(db, applicant.invitation, clock.now())
    const redisplayForm = (status: number, errors: Errors, error?: string) => {
      const page = { returnUrl, typed: { name: typed('name'), email: typed('email') }, errors, error, invitation }
      return showForm(reply, status, page)
    }
    const refuse = (reason: SignUpRefusal) => {
      if (isAboutEmail(reason)) return redisplayForm(400, { email: describeEmailRefusal(reason, signUp.domains) })
      return sendPage(reply, 403, refusalPage({ reason, invitation }))
    }
    const wait = await limitAddress(reply, 'register', registrationLimit)
    if (wait !== undefined)
      return redisplayForm(429, {}, `Too many accounts were created from your network. Try again ${wait}.`)
    const read = await parseRegistration(typed, services.poolName)
    if ('errors' in read) return redisplayForm(400, read.errors)
    const { name, email, password } = read
    const decision = await signUp.check(db, email, applicant, clock.now())
    if (!decision.isAllowed && !(await canAnyoneReturn())) return refuse(decision.reason)
    const passwordHash = await passwords.hash(password)
    const account = { id: randomUUID(), email, emailVerified: false, name, passwordHash, signInsValidFrom: null }

    if (requiresEmailConfirmation) {
      // The response does not reveal whether the address has an account; only the mailbox learns it.
      await services.request({ kind: 'register', email, account, applicant })
      return sendPage(reply, 200, checkYourMailPage)
    }
    // Without mail, this is the only place to say it. The rate limit above slows down enumeration.
    const result = await inTransaction(db, (trx) => signUp.addAccount(trx, account, applicant, clock.now()))
    if (result.kind === 'refused') return refuse(result.reason)
    if (result.kind === 'taken')
      return redisplayForm(400, { email: 'This address cannot be used. If it is yours, sign in.' })
    await tickets.issue(reply, account.id)
    devices.remember(reply, account)
    return reply.redirect(returnUrl, 303)
  })

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.confirmEmail, async (request, reply) => {
    const code = textOf(request.query.code) ?? ''
    return showConfirmation(reply, code, 200)
  })

  // The link alone confirms nothing: someone else may have registered this address with their own password, and mail
  // clients open links automatically.
  server.post(identityPaths.confirmEmail, async (request, reply) => {
    const typed = forms.read(request, 'confirm-email')
    const code = typed('code')
    const account = await findAccountByCode(db, 'confirm-email', code, clock.now())
    if (!account) return sendPage(reply, 410, expiredLinkPage)
    const checked = await checkPassword(reply, account.email, typed('password'))
    if (checked.kind === 'refused') return showConfirmation(reply, code, checked.status, checked.error)
    const isConfirmed = await inTransaction(db, async (trx) => {
      if (!(await redeemCode(trx, 'confirm-email', code, clock.now()))) return false
      await proveAddress(trx, account.id, 'password', clock.now())
      return true
    })
    if (!isConfirmed) return sendPage(reply, 410, expiredLinkPage)
    await services.publishEndedSessions(account.id)
    await tickets.issue(reply, account.id)
    devices.remember(reply, account)
    return reply.redirect(await findNextPath(services, account.id), 303)
  })

  async function showConfirmation(reply: FastifyReply, code: string, status: number, error?: Html) {
    const account = await findAccountByCode(db, 'confirm-email', code, clock.now())
    if (!account) return sendPage(reply, 410, expiredLinkPage)
    if (account.passwordHash === undefined)
      return sendPage(reply, status, await showUpstreamConfirmation(account, code))
    return sendPage(reply, status, confirmEmailPage({ code, email: account.email, error }), 'confirm-email')
  }

  /** Someone else may have created the account with this address, so confirming it requires the provider's sign-in again. */
  async function showUpstreamConfirmation({ id, email }: Account, code: string): Promise<Html> {
    const connections = await listConnectedSignIns(db, id)
    const providers = upstreams.all
      .filter(({ issuer }) => connections.some((connection) => isSameIssuer(connection.issuer, issuer)))
      .map(({ key, name }) => ({ name, path: `${identityPaths.confirmEmail}/Upstream/${key}?code=${code}` }))
    return confirmUpstreamEmailPage({ email, providers })
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns a path on this site, or `fallback` if the text is not one. A single leading slash without backslashes or control
 * characters cannot lead a browser to another site (docs/security.md, 1.4).
 */
function toLocalPath(text: string | undefined, fallback: string): string {
  const isLocal = text !== undefined && text.length <= 2048 && /^\/(?![/\\])[^\\\p{C}\s]*$/u.test(text)
  return isLocal ? text : fallback
}
