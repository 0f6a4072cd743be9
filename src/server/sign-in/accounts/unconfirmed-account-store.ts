import type { ExpressionBuilder } from 'kysely'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { returnUses } from '#server/sign-in/invitations/invitation-store.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { removeAccount } from './account-store.ts'

/**
 * Removes accounts whose address nobody has confirmed and whose owner has never opened the app: the one with this address, or
 * all that nobody has admitted, without a link that still works at this time. The uses of invitations that they took come back.
 */
export async function removeUnconfirmedAccounts(trx: Db, which: { email: string } | { at: Date }): Promise<void> {
  const found = await trx
    .updateTable('accounts')
    // Locks them, so that none is confirmed meanwhile.
    .set(({ ref }) => ({ name: ref('name') }))
    .where('email_verified', '=', 0)
    .where(hasNoUser)
    .where(({ eb, not, exists, selectFrom }) => {
      if ('email' in which) return eb('email', '=', which.email)
      const codes = selectFrom('account_codes').select('digest').where('expires_at', '>', which.at.toISOString())
      return eb.and([eb('admitted_by', 'is', null), not(exists(codes.whereRef('account_id', '=', 'accounts.id')))])
    })
    .returning('id')
    .execute()
  for (const { id } of found) {
    await returnUses(trx, id)
    await removeAccount(trx, id)
  }
}

/** Lets an account in before its address is confirmed. Returns false if it is, or has been in use or admitted before. */
export async function admitAccount(trx: Db, id: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ admitted_by: userId })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .where('admitted_by', 'is', null)
    .where(hasNoUser)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The accounts without a confirmed address, newest first: new ones, if `withNew`, and those that an organiser has let in. */
export async function listUnconfirmedAccounts(db: Db, withNew: boolean) {
  const accounts = await db
    .selectFrom('accounts')
    .leftJoin('users', 'users.id', 'accounts.admitted_by')
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.email as userName', 'users.name as admittedBy'])
    .where('accounts.email_verified', '=', 0)
    .where((eb) => eb.or([eb('admitted_by', 'is not', null), ...(withNew ? [hasNoUser(eb)] : [])]))
    .orderBy('accounts.created_at', 'desc')
    .execute()
  return accounts.map((account) => ({ ...account, userName: toAddress(account.userName) }))
}

/** A condition of queries: its owner has never opened the app. */
function hasNoUser({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'accounts'>) {
  const identities = selectFrom('user_identities').select('subject').where('issuer', '=', embeddedIssuer)
  return not(exists(identities.whereRef('subject', '=', 'accounts.id')))
}
