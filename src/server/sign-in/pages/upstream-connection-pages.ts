import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import type { UpstreamOffer } from '#server/sign-in/upstream/upstream-requests.ts'
import { connectSignIn, disconnectSignIn, toProviderName } from './connected-sign-ins.ts'
import type { PageServices } from './page-services.ts'
import { buildSignInUrl, createSignedInAccounts, type Visit } from './signed-in-accounts.ts'
import { createUpstreamStart } from './upstream-sign-in-pages.ts'
import { sendPage } from './views/layout.ts'
import { expiredSignInPage } from './views/notice-page.ts'
import { connectedElsewherePage, connectPage, disconnectPage, onlySignInPage } from './views/upstream-pages.ts'

/** Connecting and disconnecting upstream providers on the account page (docs/security.md, 21.4). */
export function addUpstreamConnectionPages(server: FastifyInstance, services: PageServices): void {
  const { db, upstreams, upstreamRequests, publicUrl } = services
  const { addPage, addForm, sendForm, findCurrentPasswordError } = createSignedInAccounts(server, services)
  const begin = createUpstreamStart(services)
  const hasPassword = ({ account }: Visit) => account.passwordHash !== undefined

  // For an account without a password, whose owner confirms changes by signing in again.
  addPage(identityPaths.signInAgain, async ({ reply }) =>
    reply.redirect(buildSignInUrl(publicUrl, { prompt: 'login' }), 303),
  )

  // Only starts a sign-in. Nothing is connected until the form below is posted.
  addPage(`${identityPaths.connect}/:key`, async ({ account, session, reply }) => {
    const { key } = reply.request.params as { key: string }
    return begin(reply, key, { kind: 'connect', accountId: account.id, sessionUid: session.uid })
  })

  async function showOffer(visit: Visit, code: unknown, error?: string): Promise<FastifyReply> {
    const offer = await findOffer(visit, code)
    if (!offer) return sendPage(visit.reply, 410, expiredSignInPage)
    const provider = toProviderName(upstreams, offer.identity)
    const errors = { password: error }
    const page = { provider, email: offer.identity.email ?? null, hasPassword: hasPassword(visit), errors }
    return sendForm(visit, connectPage({ ...page, code: String(code) }), errors)
  }

  /** An offer from another session is invalid. */
  async function findOffer({ session }: Visit, code: unknown): Promise<UpstreamOffer | undefined> {
    const offer = typeof code === 'string' ? await upstreamRequests.findOffer(code) : undefined
    return offer?.sessionUid === session.uid ? offer : undefined
  }

  addPage(identityPaths.connect, (visit) => showOffer(visit, (visit.reply.request.query as { code?: unknown }).code))

  addForm(identityPaths.connect, async (visit, typed) => {
    const { account, reply } = visit
    const code = typed('code')
    const error = await findCurrentPasswordError(visit, typed('password'))
    if (error !== undefined) return showOffer(visit, code, error)
    const offer = (await findOffer(visit, code)) && (await upstreamRequests.redeemOffer(code))
    if (!offer) return sendPage(reply, 410, expiredSignInPage)
    if (!(await connectSignIn(services, account, offer, reply.log)))
      return sendPage(reply, 409, connectedElsewherePage(toProviderName(upstreams, offer.identity)))
    return reply.redirect(`${identityPaths.manage}?done=connected`, 303)
  })

  async function findConnection({ account }: Visit, id: unknown) {
    const connections = await listConnectedSignIns(db, account.id)
    const found = connections.find((connection) => connection.id === id)
    if (!found) throw new Problem('not-found')
    return { ...found, provider: toProviderName(upstreams, found) }
  }

  async function showConnection(visit: Visit, connectionId: unknown, error?: string): Promise<FastifyReply> {
    const { id, provider, email } = await findConnection(visit, connectionId)
    const errors = { password: error }
    return sendForm(visit, disconnectPage({ provider, email, hasPassword: hasPassword(visit), errors, id }), errors)
  }

  addPage(identityPaths.disconnect, (visit) =>
    showConnection(visit, (visit.reply.request.query as { id?: unknown }).id),
  )

  addForm(identityPaths.disconnect, async (visit, typed) => {
    const { account, reply } = visit
    const error = await findCurrentPasswordError(visit, typed('password'))
    if (error !== undefined) return showConnection(visit, typed('id'), error)
    const { id, provider } = await findConnection(visit, typed('id'))
    const result = await disconnectSignIn(services, account, id, reply.log)
    if (result === 'last') return sendPage(reply, 409, onlySignInPage(provider))
    return reply.redirect(`${identityPaths.manage}?done=disconnected`, 303)
  })
}
