import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { findAccount, findAccountByCode } from '#server/sign-in/accounts/account-store.ts'
import { findConnectedSignIn, type UpstreamSubject } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { proveAddress } from '#server/sign-in/provider/password-link.ts'
import { findSession } from '#server/sign-in/provider/provider-sessions.ts'
import { toUpstreamError } from '#server/sign-in/upstream/upstream-error.ts'
import type { Upstream, UpstreamIdentity } from '#server/sign-in/upstream/upstream-providers.ts'
import { createToken, type UpstreamPurpose, type UpstreamRequest } from '#server/sign-in/upstream/upstream-requests.ts'
import { recordProviderGroups } from '#server/users/provider-group-role-store.ts'
import { findNextPath } from './invitation-pages.ts'
import type { PageServices } from './page-services.ts'
import { createSignInSteps } from './sign-in-steps.ts'
import { findUpstreamAccount } from './upstream-accounts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, expiredLinkPage, expiredSignInPage } from './views/notice-page.ts'
import { refusalPage } from './views/sign-up-refusal.ts'
import {
  addressTakenPage,
  noAddressPage,
  otherPersonPage,
  tooManyPage,
  upstreamFailurePage,
} from './views/upstream-pages.ts'

/** Per network address, like starting a sign-in. */
const addressLimit = { points: 900, seconds: 5 * 60 }

/** Sends a browser to an upstream provider. The state is bound to this browser by the cookie of our forms. */
export function createUpstreamStart({ upstreams, upstreamRequests, forms, limitAddress }: PageServices) {
  return async (reply: FastifyReply, key: string, purpose: UpstreamPurpose): Promise<FastifyReply> => {
    const upstream = upstreams.find(key)
    if (!upstream) throw new Problem('not-found')
    const wait = await limitAddress(reply, 'upstream', addressLimit)
    if (wait !== undefined) return sendPage(reply, 429, tooManyPage(wait))
    const id = createToken()
    const checks = await upstreamRequests.begin(key, purpose, `${id}.${forms.token(reply, purposeOf(id))}`)
    try {
      return reply.redirect((await upstream.authorize(checks)).href, 303)
    } catch (error) {
      return sendFailure(reply, upstream, error, backPathOf(purpose))
    }
  }
}

/** "Continue with …" on the sign-in page, and the callback. */
export function addUpstreamSignInPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, provider, upstreams, upstreamRequests, forms, limitAddress, tickets, devices } = services
  const steps = createSignInSteps(services)
  const begin = createUpstreamStart(services)

  server.get<{ Params: { uid: string; key: string } }>(
    `${identityPaths.signIn}/:uid/Upstream/:key`,
    async (request, reply) => {
      const { uid } = await steps.findInteraction(reply)
      return begin(reply, request.params.key, { kind: 'sign-in', uid })
    },
  )

  // From an emailed link: signing in again proves that the same user created the account.
  server.get<{ Params: { key: string }; Querystring: { code?: unknown } }>(
    `${identityPaths.confirmEmail}/Upstream/:key`,
    async (request, reply) => {
      const account = await findAccountByCode(db, 'confirm-email', request.query.code, clock.now())
      if (!account) return sendPage(reply, 410, expiredLinkPage)
      const purpose = { kind: 'confirm', accountId: account.id, email: account.email } as const
      return begin(reply, request.params.key, purpose)
    },
  )

  server.get<{ Params: { key: string } }>(`${identityPaths.upstream}/:key/callback`, async (request, reply) => {
    const wait = await limitAddress(reply, 'upstream-callback', addressLimit)
    if (wait !== undefined) return sendPage(reply, 429, tooManyPage(wait))
    const parameters = new URL(request.url, 'http://unused').searchParams
    const state = parameters.get('state') ?? ''
    const [id = '', token = ''] = state.split('.')
    if (!forms.isValidToken(request, purposeOf(id), token)) return sendPage(reply, 400, expiredSignInPage)
    const started = await upstreamRequests.redeem(state)
    const upstream = started && upstreams.find(started.key)
    // Each provider has its own callback address, so that one cannot answer for another.
    if (!upstream || started.key !== request.params.key) return sendPage(reply, 400, expiredSignInPage)
    const { purpose, checks } = started
    let identity: UpstreamIdentity
    try {
      identity = await upstream.redeem(parameters, checks, isConnected)
    } catch (error) {
      return sendFailure(reply, upstream, error, backPathOf(purpose))
    }
    return complete(reply, { ...started, upstream, identity })
  })

  async function isConnected(subject: UpstreamSubject): Promise<boolean> {
    return (await findConnectedSignIn(db, subject)) !== undefined
  }

  type Arrival = UpstreamRequest & { upstream: Upstream; identity: UpstreamIdentity }

  async function complete(reply: FastifyReply, { purpose, key, startedAt, upstream, identity }: Arrival) {
    if (purpose.kind === 'sign-in') {
      const interaction = await provider.Interaction.find(purpose.uid)
      if (!interaction) return sendPage(reply, 400, expiredSignInPage)
      interaction.result = { ...interaction.result, upstream: { key, identity, startedAt } }
      await interaction.persist()
      // Browsers send the cookie of the interaction only below this path.
      return reply.redirect(`${identityPaths.signIn}/${purpose.uid}/Upstream`, 303)
    }
    if (purpose.kind === 'confirm') return confirm(reply, purpose, upstream.name, identity)
    const session = await findSession(provider, reply)
    if (session?.uid !== purpose.sessionUid || session.accountId !== purpose.accountId)
      return sendPage(reply, 400, expiredSignInPage)
    const code = await upstreamRequests.offer({ ...purpose, key, identity })
    return reply.redirect(`${identityPaths.connect}?code=${code}`, 303)
  }

  type Confirmation = Extract<UpstreamPurpose, { kind: 'confirm' }>

  async function confirm(reply: FastifyReply, purpose: Confirmation, name: string, subject: UpstreamSubject) {
    const { accountId, email } = purpose
    const connection = await findConnectedSignIn(db, subject)
    const account = await findAccount(db, accountId)
    if (connection?.accountId !== accountId || account?.email !== email)
      return sendPage(reply, 400, otherPersonPage(name))
    const proof = { connectionId: connection.id }
    await services.inTransaction((trx) => proveAddress(trx, accountId, proof, clock.now()))
    await services.publishEndedSessions(accountId)
    await tickets.issue(reply, accountId)
    devices.remember(reply, account)
    return reply.redirect(await findNextPath(services, accountId), 303)
  }

  // The interaction's cookie proves that this is the browser that started the sign-in.
  server.get(`${identityPaths.signIn}/:uid/Upstream`, async (request, reply) => {
    const { uid } = await steps.findInteraction(reply)
    const { upstream: arrived, ...progress } = await steps.readProgress(reply)
    const upstream = arrived && upstreams.find(arrived.key)
    const back = `${identityPaths.signIn}/${uid}`
    if (!upstream) return reply.redirect(back, 303)
    const { identity, key, startedAt } = arrived
    const result = await findUpstreamAccount(services, upstream, identity, reply)
    if (result.kind === 'account') {
      if (startedAt < (result.account.signInsValidFrom ?? '')) return sendPage(reply, 400, expiredSignInPage)
      // Before the role decides whether a second factor is required.
      const reading = { role: identity.groupRole, readAt: startedAt }
      await recordProviderGroups(db, 'connected_sign_ins', identity, reading, clock.now())
      return steps.finishFirstFactor(reply, result.account, 'ext')
    }
    if (result.kind === 'connect') {
      const connection = { key, accountId: result.account.id, identity }
      await steps.saveProgress(reply, { ...progress, connection })
      return reply.redirect(back, 303)
    }
    await steps.saveProgress(reply, progress)
    if (result.kind === 'too-many') return sendPage(reply, 429, tooManyPage(result.wait, back))
    if (result.kind === 'check-mail') return sendPage(reply, 200, checkYourMailPage)
    if (result.kind === 'refused') return sendPage(reply, 403, refusalPage(result.refusal))
    if (result.kind === 'taken') return sendPage(reply, 409, addressTakenPage(upstream.name, back))
    request.log.info({ upstream: key }, 'a sign-in provider shared no email address')
    return sendPage(reply, 403, noAddressPage(upstream.name, back))
  })
}

function sendFailure(reply: FastifyReply, { key, name }: Upstream, error: unknown, back: string): FastifyReply {
  const { kind, message } = toUpstreamError(error)
  reply.log.warn({ upstream: key, kind, reason: message }, 'a sign-in at another provider failed')
  return sendPage(reply, kind === 'denied' ? 400 : 502, upstreamFailurePage(kind, name, back))
}

function purposeOf(id: string): string {
  return `upstream ${id}`
}

function backPathOf(purpose: UpstreamPurpose): string {
  if (purpose.kind === 'sign-in') return `${identityPaths.signIn}/${purpose.uid}`
  return purpose.kind === 'connect' ? identityPaths.manage : '/'
}
