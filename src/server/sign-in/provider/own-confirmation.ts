import type { Db } from '#server/platform/db/database.ts'
import type { ProviderSession } from '#server/platform/http/authenticate.ts'
import { findAccount } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns, passkeyIssuer } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { listPayloadsOfAccount } from './provider-store.ts'

const confirmedMs = 5 * 60_000

/** What the provider stores of a session. */
type Session = {
  loginTs?: number
  amr?: readonly string[]
  authorizations?: Readonly<Record<string, { grantId?: string }>>
}

/**
 * Whether the owner of a session has confirmed it with their own password or passkey within five minutes (docs/security.md,
 * 10.8). `impossible`: they have neither.
 */
export async function findOwnConfirmation(
  db: Db,
  { accountId, grantId }: ProviderSession,
  now: Date,
): Promise<'confirmed' | 'needed' | 'impossible'> {
  const hasPassword = (await findAccount(db, accountId))?.passwordHash !== undefined
  const hasPasskey = (await listConnectedSignIns(db, accountId)).some(({ issuer }) => issuer === passkeyIssuer)
  if (!hasPassword && !hasPasskey) return 'impossible'
  const isOwnMethod = (method: string) =>
    (hasPassword && method === 'pwd') || (hasPasskey && (method === 'pop' || method === 'mfa'))
  // Written by the provider.
  const sessions = (await listPayloadsOfAccount(db, 'Session', accountId, now)).map(
    (text) => JSON.parse(text) as Session,
  )
  const isConfirmed = sessions.some(
    ({ loginTs = 0, amr = [], authorizations = {} }) =>
      Object.values(authorizations).some((authorization) => authorization.grantId === grantId) &&
      Math.abs(now.getTime() - loginTs * 1000) <= confirmedMs &&
      amr.some(isOwnMethod),
  )
  return isConfirmed ? 'confirmed' : 'needed'
}
