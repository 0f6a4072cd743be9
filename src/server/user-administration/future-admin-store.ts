import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { isActiveUser } from '#server/users/user-store.ts'

/**
 * The ids of users whom an admin can make admins, among all or of one: they have signed in here and confirmed their address,
 * are not blocked, and have set each password since somebody last entered by another's link (docs/security.md, 10.8).
 */
export async function listFutureAdmins(
  db: Db,
  { confirmsEmail }: { confirmsEmail: boolean },
  userId?: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(isActiveUser)
    .where('is_admin', '=', 0)
    .where('is_real', '=', 1)
    .$if(confirmsEmail, (query) => query.where('users.email_verified', '=', 1))
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId ?? 0))
    .where((eb) => {
      const accounts = eb
        .selectFrom('accounts')
        .innerJoin('user_identities', 'user_identities.subject', 'accounts.id')
        .where('user_identities.issuer', '=', embeddedIssuer)
        .whereRef('user_identities.user_id', '=', 'users.id')
        .select('accounts.id')
      // The links to those who were merged into this user count, too.
      const laterLink = eb
        .selectFrom('users as entered')
        .select('entered.id')
        .where(({ or, ref, eb: inner }) =>
          or([inner('entered.id', '=', ref('users.id')), inner('entered.merged_into', '=', ref('users.id'))]),
        )
        .where('entered.link_used_at', '>=', sql<string>`coalesce(accounts.password_set_at, '')`)
      const unsafe = accounts.where((account) =>
        account.or([
          account('accounts.admitted_by', 'is not', null),
          ...(confirmsEmail ? [account('accounts.email_verified', '=', 0)] : []),
          account.exists(laterLink),
        ]),
      )
      return eb.and([eb.exists(accounts), eb.not(eb.exists(unsafe))])
    })
    .execute()
  return rows.map(({ id }) => id)
}
