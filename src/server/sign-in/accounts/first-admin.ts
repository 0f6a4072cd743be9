import { identityPaths } from '#contract/identity-page-paths.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { embeddedIssuer, insertUserWithIdentity } from '#server/users/identity-store.ts'
import { hasAdmin, setRole } from '#server/users/user-store.ts'
import { type Account, addAccount, listAccountIds, removeNewAccount } from './account-store.ts'
import { addSetupCode, isSetupCode, redeemSetupCode, removeSetupCodes, setupLinkMinutes } from './setup-link-store.ts'

type Options = {
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'publicUrl'>
}

/**
 * Creates a link for an installation without any account. Undefined if there is one. Processes that start together print one
 * link each; the first one used invalidates all of them (docs/security.md, 2.7).
 */
export async function createFirstSetupLink({ database: { db }, clock, config }: Options): Promise<string | undefined> {
  if (!(await isUnused(db))) return undefined
  return toLink(config, await addSetupCode(db, clock.now()))
}

/** Whether there is neither an admin nor an account. */
export async function isUnused(db: Db): Promise<boolean> {
  return !(await hasAdmin(db)) && (await listAccountIds(db)).length === 0
}

/** Creates a link, and ends all earlier ones. Undefined if there is an admin. */
export async function replaceSetupLink({ database: { db }, clock, config }: Options): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    if (await hasAdmin(trx)) return undefined
    await removeSetupCodes(trx)
    return toLink(config, await addSetupCode(trx, clock.now()))
  })
}

export function describeSetupLink(link: string): string {
  return `There is no admin yet. Create the first one here, within ${setupLinkMinutes} minutes:\n\n  ${link}\n\nFor a new link, run: ${adminCommand} setup-link\n`
}

/** The hint where others may read it, such as in a log. An external provider creates the accounts itself. */
export function describeMissingAdmin({ signIn }: Pick<Config, 'signIn'>): string {
  return signIn.provider === 'external'
    ? `There is no admin yet. Sign in once, then make yourself an admin: ${adminCommand} grant EMAIL --admin`
    : `There is no admin yet. For a link to create the first one, run: ${adminCommand} setup-link`
}

export async function canSetUp(db: Db, code: string, now: Date): Promise<boolean> {
  return (await isSetupCode(db, code, now)) && !(await hasAdmin(db))
}

/** Creates the account and its user as an admin, and ends all links. Otherwise changes nothing. */
export function createFirstAdmin(db: Database['db'], code: string, account: Account, now: Date) {
  return inTransaction(db, async (trx): Promise<'created' | 'expired' | 'email-taken'> => {
    if (!(await canSetUp(trx, code, now))) return 'expired'
    if (!(await addAccount(trx, account, now))) return 'email-taken'
    if (!(await redeemSetupCode(trx, code, now)) || (await hasAdmin(trx))) {
      // Another request has used the link meanwhile.
      await removeNewAccount(trx, account.id)
      return 'expired'
    }
    const { id: subject, name, email } = account
    const identity = { issuer: embeddedIssuer, subject }
    const profile = { name, email, emailVerified: true, asOf: now }
    const { user } = await insertUserWithIdentity(trx, identity, profile, now)
    await setRole(trx, user.id, 'admin', true)
    await addAuditEntry(trx, { userId: user.id, action: 'first admin created', details: { userId: user.id } }, now)
    return 'created'
  })
}

function toLink({ publicUrl }: Options['config'], code: string): string {
  return `${publicUrl}${identityPaths.setUp}?code=${code}`
}
