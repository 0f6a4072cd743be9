import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Html } from '#server/platform/http/html.ts'
import { type Account, findAccount } from '#server/sign-in/accounts/account-store.ts'
import { accountClientId } from '#server/sign-in/provider/provider-configuration.ts'
import { findSession, type SignedInSession } from '#server/sign-in/provider/provider-sessions.ts'
import { hasErrors } from './form-errors.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import { type Errors, formatRetryDelay } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { describeCodeRefusal } from './views/second-factor-pages.ts'

/** A request of somebody who is signed in. */
export type Visit = { account: Account; session: SignedInSession; reply: FastifyReply }

const passwordAttemptLimit = { points: 20, seconds: 15 * 60 }
/** An account without a password confirms a change by a sign-in within this time. */
const recentSignInMs = 10 * 60_000

/** Headers for a sign-out on these pages, on which the app cannot remove its board, drafts and token (docs/security.md, 15). */
export const eraseBrowserStorage = { 'Clear-Site-Data': '"storage"' } as const

/** Pages and forms that require a session. Others are sent to the sign-in first. */
export function createSignedInAccounts(server: FastifyInstance, services: PageServices) {
  const { db, provider, passwords, limiter, forms, publicUrl, clock, secondFactors, checkCode } = services
  const purposeOf = (session: { uid: string }) => `manage ${session.uid}`

  async function findVisit(reply: FastifyReply): Promise<Visit | undefined> {
    const session = await findSession(provider, reply)
    const account = session && (await findAccount(db, session.accountId))
    return account && { account, session, reply }
  }

  /** Checks the current password or, for an account without one, that the sign-in is recent (docs/security.md, 21.4). */
  async function findCurrentPasswordError({ account, session }: Visit, password: string): Promise<string | undefined> {
    if (account.passwordHash === undefined) {
      const isRecent = clock.now().getTime() - session.signedInAt.getTime() <= recentSignInMs
      return isRecent ? undefined : 'You signed in more than ten minutes ago. Sign in again to confirm this change.'
    }
    const { isAllowed, retryAfterSeconds } = await limiter.consume(`password:${account.id}`, passwordAttemptLimit)
    if (!isAllowed) return `Too many attempts. Try again ${formatRetryDelay(retryAfterSeconds)}.`
    const { matches } = await passwords.check(account.passwordHash, password)
    return matches ? undefined : 'This is not your current password.'
  }

  return {
    addPage(path: string, show: (visit: Visit) => Promise<FastifyReply>): void {
      server.get(path, async (_request, reply) => {
        const visit = await findVisit(reply)
        return visit ? show(visit) : reply.redirect(buildSignInUrl(publicUrl), 303)
      })
    },

    addForm(path: string, change: (visit: Visit, typed: Fields) => Promise<FastifyReply>): void {
      server.post(path, async (request, reply) => {
        const visit = await findVisit(reply)
        if (!visit) return reply.redirect(buildSignInUrl(publicUrl), 303)
        return change(visit, forms.read(request, purposeOf(visit.session)))
      })
    },

    /** Sends a page with forms of this session. */
    sendForm: ({ session, reply }: Visit, page: Html, errors: Errors) =>
      sendPage(reply, hasErrors(errors) ? 400 : 200, page, purposeOf(session)),

    findCurrentPasswordError,

    /** Checks the fields `password` and `code`, for a change that needs every factor of the account. */
    async findFactorErrors(visit: Visit, typed: Fields): Promise<Errors> {
      const { account, reply } = visit
      const password = await findCurrentPasswordError(visit, typed('password'))
      if (password !== undefined || !(await secondFactors.find(account.id))) return { password }
      const checked = await checkCode(reply.request, account, typed('code'))
      return checked.kind === 'right' ? {} : { code: describeCodeRefusal(checked) }
    },
  }
}

/** An ordinary sign-in, for a client that receives neither code nor token: its purpose is the session. */
export function buildSignInUrl(publicUrl: string, extra: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: accountClientId,
    response_type: 'none',
    scope: 'openid',
    redirect_uri: `${publicUrl}${identityPaths.manageCallback}`,
    state: randomBytes(16).toString('base64url'),
    ...extra,
  })
  return `/connect/authorize?${query}`
}
