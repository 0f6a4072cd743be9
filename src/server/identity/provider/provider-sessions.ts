import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'

type Session = Awaited<ReturnType<Provider['Session']['get']>>

/** The provider session of a browser. */
export type SignedInSession = { accountId: string; uid: string; end(): Promise<void> }

export async function findSession(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SignedInSession | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response))
  const { accountId, uid } = session
  return accountId ? { accountId, uid, end: () => endSession(provider, session) } : undefined
}

/** Ends a session and its grants. Issued access tokens stay valid until they expire (docs/security.md, 2.1). */
export async function endSession(provider: Provider, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue
    await provider.AuthorizationCode.revokeByGrantId(grantId)
    await (await provider.Grant.find(grantId))?.destroy()
  }
  await session.destroy()
}
