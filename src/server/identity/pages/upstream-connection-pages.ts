import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { Problem } from '#server/http/problem.ts'
import { listConnectedSignIns } from '../accounts/connected-sign-in-store.ts'
import type { UpstreamOffer } from '../upstream/upstream-requests.ts'
import { connectSignIn, disconnectSignIn, toProviderName } from './connected-sign-ins.ts'
import type { PageServices } from './page-services.ts'
import { buildSignInUrl, createSignedInAccounts, type SignedIn } from './signed-in-accounts.ts'
import type { BeginUpstream } from './upstream-sign-in-pages.ts'
import { sendPage } from './views/layout.ts'
import { expiredSignInPage } from './views/notice-page.ts'
import { connectedElsewherePage, connectPage, disconnectPage, onlySignInPage } from './views/upstream-pages.ts'

/** Connecting and disconnecting upstream providers on the account page (docs/security.md, 21.4). */
export function addUpstreamConnectionPages(
  server: FastifyInstance,
  services: PageServices,
  begin: BeginUpstream,
): void {
  const { db, upstreams, upstreamRequests, publicUrl } = services
  const { addPage, addForm, token, findCurrentPasswordError } = createSignedInAccounts(server, services)
  const hasPassword = ({ account }: SignedIn) => account.passwordHash !== undefined

  // For an account without a password, whose owner confirms changes by signing in again.
  addPage(identityPaths.signInAgain, async (_signedIn, _request, reply) =>
    reply.redirect(buildSignInUrl(publicUrl, { prompt: 'login' }), 303),
  )

  // Only starts a sign-in. Nothing is connected until the form below is posted.
  addPage(`${identityPaths.connect}/:key`, async ({ account, session }, request, reply) => {
    const { key } = request.params as { key: string }
    return begin(request, reply, key, { kind: 'connect', accountId: account.id, sessionUid: session.uid })
  })

  async function showOffer(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    code: unknown,
    error?: string,
  ): Promise<FastifyReply> {
    const offer = await findOffer(signedIn, code)
    if (!offer) return sendPage(reply, 410, expiredSignInPage())
    const page = {
      token: token(request, reply, signedIn),
      provider: toProviderName(upstreams, offer.identity.issuer),
      email: offer.identity.email ?? null,
      hasPassword: hasPassword(signedIn),
      code: String(code),
      error,
    }
    return sendPage(reply, error === undefined ? 200 : 400, connectPage(page))
  }

  /** An offer from another session is invalid. */
  async function findOffer({ session }: SignedIn, code: unknown): Promise<UpstreamOffer | undefined> {
    const offer = typeof code === 'string' ? await upstreamRequests.findOffer(code) : undefined
    return offer?.sessionUid === session.uid ? offer : undefined
  }

  addPage(identityPaths.connect, (signedIn, request, reply) =>
    showOffer(request, reply, signedIn, (request.query as { code?: unknown }).code),
  )

  addForm(identityPaths.connect, async (signedIn, typed, request, reply) => {
    const code = typed('code')
    const error = await findCurrentPasswordError(signedIn, typed('password'))
    if (error !== undefined) return showOffer(request, reply, signedIn, code, error)
    const offer = (await findOffer(signedIn, code)) && (await upstreamRequests.redeemOffer(code))
    if (!offer) return sendPage(reply, 410, expiredSignInPage())
    if (!(await connectSignIn(services, signedIn.account, offer, request.log)))
      return sendPage(reply, 409, connectedElsewherePage(toProviderName(upstreams, offer.identity.issuer)))
    return reply.redirect(`${identityPaths.manage}?done=connected`, 303)
  })

  async function findConnection({ account }: SignedIn, id: unknown) {
    const connections = await listConnectedSignIns(db, account.id)
    const found = connections.find((connection) => connection.id === id)
    if (!found) throw new Problem('not-found')
    return { ...found, provider: toProviderName(upstreams, found.issuer) }
  }

  async function showConnection(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    connectionId: unknown,
    error?: string,
  ): Promise<FastifyReply> {
    const { id, provider, email } = await findConnection(signedIn, connectionId)
    const page = {
      token: token(request, reply, signedIn),
      provider,
      email,
      hasPassword: hasPassword(signedIn),
      id,
      error,
    }
    return sendPage(reply, error === undefined ? 200 : 400, disconnectPage(page))
  }

  addPage(identityPaths.disconnect, (signedIn, request, reply) =>
    showConnection(request, reply, signedIn, (request.query as { id?: unknown }).id),
  )

  addForm(identityPaths.disconnect, async (signedIn, typed, request, reply) => {
    const error = await findCurrentPasswordError(signedIn, typed('password'))
    if (error !== undefined) return showConnection(request, reply, signedIn, typed('id'), error)
    const { id, provider } = await findConnection(signedIn, typed('id'))
    const result = await disconnectSignIn(services, signedIn.account, id, request.log)
    if (result === 'last') return sendPage(reply, 409, onlySignInPage(provider))
    return reply.redirect(`${identityPaths.manage}?done=disconnected`, 303)
  })
}
