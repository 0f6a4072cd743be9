import type { Db } from '#server/db/database.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { returnUses } from '../invitations/invitation-store.ts'
import { removeAccount } from './user-deletion-store.ts'

/**
 * Removes accounts whose address nobody has confirmed and whose owner has never opened the app: the one with this address, or
 * all without a link that still works at this time. The uses of invitations that they took come back.
 */
export async function removeUnconfirmedAccounts(trx: Db, which: { email: string } | { at: Date }): Promise<void> {
  const found = await trx
    .updateTable('accounts')
    // Locks them, so that none is confirmed meanwhile.
    .set(({ ref }) => ({ name: ref('name') }))
    .where('email_verified', '=', 0)
    .where(({ not, exists, selectFrom }) => {
      const identities = selectFrom('user_identities').select('subject').where('issuer', '=', embeddedIssuer)
      return not(exists(identities.whereRef('subject', '=', 'accounts.id')))
    })
    .where(({ eb, not, exists, selectFrom }) => {
      if ('email' in which) return eb('email', '=', which.email)
      const codes = selectFrom('account_codes').select('digest').where('expires_at', '>', which.at.toISOString())
      return not(exists(codes.whereRef('account_id', '=', 'accounts.id')))
    })
    .returning('id')
    .execute()
  for (const { id } of found) {
    await returnUses(trx, id)
    await removeAccount(trx, id)
  }
}
