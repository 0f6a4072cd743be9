import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Account, findAccount } from '../accounts/account-store.ts'
import { accountClientId } from '../provider/provider-configuration.ts'
import { findSession, type SignedInSession } from '../provider/provider-sessions.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import { formatRetryDelay } from './views/form-parts.ts'

export type SignedIn = { account: Account; session: SignedInSession }

type Handler = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const passwordAttemptLimit = { points: 20, seconds: 15 * 60 }
/** Without a password, a sign-in within this time confirms a change. */
const recentSignInMs = 10 * 60_000

/** After a sign-out on these pages, where the app cannot remove its board, drafts and token itself (docs/security.md, 15). */
export const eraseBrowserStorage = { 'Clear-Site-Data': '"storage"' } as const

/** Pages and forms that require a session. Others are sent to the sign-in first. */
export function createSignedInAccounts(server: FastifyInstance, services: PageServices) {
  const { db, provider, passwords, limiter, forms, publicUrl, clock } = services
  const purposeOf = (session: { uid: string }) => `manage ${session.uid}`

  async function findSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    const session = await findSession(provider, request.raw, reply.raw)
    const account = session && (await findAccount(db, session.accountId))
    return account && { account, session }
  }

  return {
    addPage(path: string, show: Handler): void {
      server.get(path, async (request, reply) => {
        const signedIn = await findSignedIn(request, reply)
        return signedIn ? show(signedIn, request, reply) : reply.redirect(buildSignInUrl(publicUrl), 303)
      })
    },

    addForm(
      path: string,
      change: (
        signedIn: SignedIn,
        typed: Fields,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<FastifyReply>,
    ): void {
      server.post(path, async (request, reply) => {
        const signedIn = await findSignedIn(request, reply)
        if (!signedIn) return reply.redirect(buildSignInUrl(publicUrl), 303)
        return change(signedIn, forms.read(request, purposeOf(signedIn.session)), request, reply)
      })
    },

    /** The hidden field of a form of this session. */
    token: (request: FastifyRequest, reply: FastifyReply, { session }: SignedIn) =>
      forms.token(request, reply, purposeOf(session)),

    /** For an account without a password: whether the sign-in is too old to confirm a change (docs/security.md, 21.4). */
    async findCurrentPasswordError({ account, session }: SignedIn, password: string): Promise<string | undefined> {
      if (account.passwordHash === undefined) {
        const isRecent = clock.now().getTime() - session.signedInAt.getTime() <= recentSignInMs
        return isRecent ? undefined : 'You signed in more than ten minutes ago. Sign in again to confirm this change.'
      }
      const { isAllowed, retryAfterSeconds } = await limiter.consume(`password:${account.id}`, passwordAttemptLimit)
      if (!isAllowed) return `Too many attempts. Try again ${formatRetryDelay(retryAfterSeconds)}.`
      const { matches } = await passwords.check(account.passwordHash, password)
      return matches ? undefined : 'This is not your current password.'
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
