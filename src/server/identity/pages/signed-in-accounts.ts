import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-paths.ts'
import { type Account, findAccount } from '../accounts/account-store.ts'
import { accountClientId } from '../provider/provider-configuration.ts'
import { findSession, type SignedInSession } from '../provider/provider-sessions.ts'
import type { Fields } from './page-forms.ts'
import type { PageServices } from './page-services.ts'
import { formatRetryDelay } from './views/form-parts.ts'

export type SignedIn = { account: Account; session: SignedInSession }

type Handler = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const passwordAttemptLimit = { points: 20, seconds: 15 * 60 }

/** Pages and forms that only a signed-in person can use. Others sign in first. */
export function createSignedInAccounts(server: FastifyInstance, services: PageServices) {
  const { db, provider, passwords, limiter, forms, publicUrl } = services
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

    async findCurrentPasswordError({ account }: SignedIn, password: string): Promise<string | undefined> {
      const { allowed, retryAfterSeconds } = await limiter.consume(`password:${account.id}`, passwordAttemptLimit)
      if (!allowed) return `Too many attempts. Try again ${formatRetryDelay(retryAfterSeconds)}.`
      const { matches } = await passwords.check(account.passwordHash, password)
      return matches ? undefined : 'This is not your current password.'
    },
  }
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
