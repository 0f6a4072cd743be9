import type { FastifyReply } from 'fastify'
import type Provider from 'oidc-provider'
import type { Adapter } from 'oidc-provider'
import type { Db } from '#server/platform/db/database.ts'
import { endUnfinishedSignIns } from '#server/sign-in/accounts/account-store.ts'
import { removeCodes } from '#server/sign-in/accounts/one-time-code-store.ts'
import { listPayloadsOfAccount, removeRecordsOfAccount } from './provider-store.ts'

/** The newest request of a session. It is stored with it and ends with it. */
export type LastUse = { at: string; address: string; userAgent: string }

/** A session of an account, for its owner. */
export type SessionSummary = { uid: string; signedInAt: Date; lastUse: LastUse | undefined }

type Session = Awaited<ReturnType<Provider['Session']['get']>>

/** The provider session of a browser. */
export type SignedInSession = { accountId: string; uid: string; signedInAt: Date; end(): Promise<void> }

export async function findSession(provider: Provider, { request, raw }: FastifyReply) {
  const session = await provider.Session.get(provider.createContext(request.raw, raw))
  const { accountId, uid, loginTs = 0 } = session
  if (!accountId) return undefined
  return { accountId, uid, signedInAt: new Date(loginTs * 1000), end: () => endSession(provider, session) }
}

/** Ends a session and its grants, and with them its access tokens (docs/security.md, 2.2). */
export async function endSession(provider: Provider, session: Session): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue
    await provider.AuthorizationCode.revokeByGrantId(grantId)
    await (await provider.Grant.find(grantId))?.destroy()
  }
  await session.destroy()
}

/** The sessions of an account, the last used first. */
export async function listSessions(db: Db, accountId: string, now: Date): Promise<SessionSummary[]> {
  const payloads = await listPayloadsOfAccount(db, 'Session', accountId, now)
  return payloads
    .map((text) => {
      // Written by the provider and its adapter.
      const { uid, loginTs, lastUse } = JSON.parse(text) as { uid: string; loginTs: number; lastUse?: LastUse }
      return { uid, signedInAt: new Date(loginTs * 1000), lastUse }
    })
    .toSorted((a, b) => (b.lastUse?.at ?? '').localeCompare(a.lastUse?.at ?? ''))
}

/** Ends one session of an account. Does nothing if it has ended. */
export async function endSessionOfAccount(provider: Provider, accountId: string, uid: string): Promise<void> {
  const session = await provider.Session.findByUid(uid)
  if (session?.accountId === accountId) await endSession(provider, session)
}

/**
 * Ends everything with which somebody is in the account or could get in without the password: sessions, unfinished sign-ins,
 * tickets and links. Call it in a transaction, and publish it after the commit (`PublishEndedSessions`).
 */
export async function endSignIns(trx: Db, id: string, now: Date): Promise<void> {
  // First, because it locks the account: a sign-in that is finished meanwhile is refused, or has stored what is removed here.
  await endUnfinishedSignIns(trx, id, now)
  await removeCodes(trx, id)
  await removeRecordsOfAccount(trx, id)
}

/** Tells every process that sessions of this account have ended: none may trust an access token that it has cached. */
export type PublishEndedSessions = (accountId: string) => Promise<void>

/** The storage of grants, whose removal is published: sign-out, and a code that was redeemed twice. */
export function publishRemoval(grants: Adapter, publish: PublishEndedSessions): Adapter {
  return {
    ...grants,
    async destroy(id) {
      const grant = await grants.find(id)
      await grants.destroy(id)
      if (grant?.accountId) await publish(grant.accountId)
    },
  }
}
