import type { Db } from '#server/platform/db/database.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { selectOrganisers } from '#server/users/user-store.ts'

/** The link that can be used now, without its code. */
export function findOrganiserLink(db: Db, now: Date) {
  return db
    .selectFrom('organiser_links')
    .innerJoin('users', 'users.id', 'created_by')
    .select(['users.name as by', 'expires_at as expiresAt'])
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function addOrganiserLink(trx: Db, code: string, userId: number, expiresAt: Date): Promise<void> {
  const row = { digest: sha256(code), created_by: userId, expires_at: expiresAt.toISOString() }
  await trx.insertInto('organiser_links').values(row).execute()
}

/** Removes every link and returns whether there was one. */
export async function removeOrganiserLinks(trx: Db): Promise<boolean> {
  return (await trx.deleteFrom('organiser_links').returning('digest').execute()).length > 0
}

/** Consumes the link and returns the id of its maker, if they are still an admin. Of two concurrent calls, one succeeds. */
export async function redeemOrganiserLink(trx: Db, code: string, now: Date): Promise<number | undefined> {
  const link = await trx
    .deleteFrom('organiser_links')
    .where('digest', '=', sha256(code))
    .where('expires_at', '>', now.toISOString())
    .returning('created_by')
    .executeTakeFirst()
  const admins = selectOrganisers(trx, 'admins', now).select('users.id')
  return link && (await admins.where('users.id', '=', link.created_by).executeTakeFirst())?.id
}
