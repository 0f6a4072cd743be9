import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { type Account, findAccount, lockAccount } from '#server/sign-in/accounts/account-store.ts'
import { addAccountAuditEntry } from '#server/sign-in/accounts/account-user.ts'
import {
  addConnectedSignIn,
  type ConnectedSignIn,
  findConnectedSignIn,
  listConnectedSignIns,
  type NewPasskey,
  passkeyIssuer,
  removeConnectedSignIn,
} from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { removeRecordsOfAccount } from '#server/sign-in/provider/provider-store.ts'
import type { UpstreamIdentity, Upstreams } from '#server/sign-in/upstream/upstream-providers.ts'
import type { PageServices } from './page-services.ts'

type Services = Pick<PageServices, 'db' | 'clock' | 'accountMail' | 'upstreams' | 'inTransaction'>

type NewIdentity = Pick<UpstreamIdentity, 'issuer' | 'subject'> & { email?: string | undefined }
type NewConnection = { key: string; identity: NewIdentity; passkey?: NewPasskey }

/**
 * Connects an upstream identity, or a passkey, to an account. Returns false if it is connected to another one, or the sign-in
 * was ended.
 */
export async function connectSignIn(
  { db, clock, accountMail, upstreams, inTransaction }: Services,
  account: Account,
  { key, identity, passkey }: NewConnection,
  log: Pick<Log, 'info'>,
): Promise<boolean> {
  const added = await inTransaction(async (trx) => {
    if (!(await lockAccount(trx, account))) return false
    const connection = { ...identity, accountId: account.id, email: identity.email ?? null }
    if (!(await addConnectedSignIn(trx, connection, clock.now(), passkey))) return false
    const entry = { action: 'sign-in connected', details: { provider: key } }
    await addAccountAuditEntry(trx, account.id, entry, clock.now())
    const provider = toProviderName(upstreams, { ...identity, passkeyName: passkey?.passkey_name ?? null })
    await accountMail.signInChanged(trx, account, { provider, isConnected: true })
    return true
  })
  if (!added) return (await findConnectedSignIn(db, identity))?.accountId === account.id
  log.info({ account: account.id, upstream: key }, 'sign-in connected')
  return true
}

export type DisconnectResult = 'done' | 'last' | 'unknown'

/** Removes a connection unless it is the only way to sign in. */
export async function disconnectSignIn(services: Services, account: Account, id: string, log: Pick<Log, 'info'>) {
  const result = await services.inTransaction(async (trx): Promise<DisconnectResult> => {
    // The lock makes the second of two concurrent removals see the result of the first.
    if (!(await lockAccount(trx, account))) return 'unknown'
    const current = await findAccount(trx, account.id)
    const connections = await listConnectedSignIns(trx, account.id)
    const removed = connections.find((connection) => connection.id === id)
    if (!removed || !current) return 'unknown'
    if (!isRemovable(services.upstreams, current, connections, id)) return 'last'
    await removeSignIn(services, trx, account, removed)
    // One that has begun with it and waits for the second factor.
    await removeRecordsOfAccount(trx, account.id, 'Interaction')
    return 'done'
  })
  if (result === 'done') log.info({ account: account.id, connection: id }, 'sign-in disconnected')
  return result
}

/** Removes a connection and notifies the owner. */
export async function removeSignIn(services: Services, trx: Db, account: Account, removed: ConnectedSignIn) {
  const { clock, accountMail, upstreams } = services
  if (!(await removeConnectedSignIn(trx, account.id, removed.id))) return
  const key = upstreams.findByIssuer(removed.issuer)?.key ?? new URL(removed.issuer).host
  const entry = { action: 'sign-in disconnected', details: { provider: key } }
  await addAccountAuditEntry(trx, account.id, entry, clock.now())
  const provider = toProviderName(upstreams, removed)
  await accountMail.signInChanged(trx, account, { provider, isConnected: false })
}

/** Whether another way to sign in remains: a password, a passkey, or a connection to a configured provider. */
export function isRemovable(upstreams: Upstreams, account: Account, all: readonly ConnectedSignIn[], id: string) {
  if (account.passwordHash !== undefined) return true
  const isUsable = ({ issuer }: ConnectedSignIn) => issuer === passkeyIssuer || upstreams.findByIssuer(issuer)
  return all.some((connection) => connection.id !== id && isUsable(connection))
}

type SignInName = Pick<ConnectedSignIn, 'issuer'> & Partial<Pick<ConnectedSignIn, 'passkeyName'>>

/** A provider that is no longer configured is shown as its host name. */
export function toProviderName(upstreams: Upstreams, { issuer, passkeyName }: SignInName): string {
  if (passkeyName) return `Passkey “${passkeyName}”`
  return upstreams.findByIssuer(issuer)?.name ?? new URL(issuer).host
}
