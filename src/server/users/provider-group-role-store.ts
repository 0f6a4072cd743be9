import type { User } from '#domain/permissions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { type GrantableRole, limitsOfReadings } from './provider-group-roles.ts'

/** The sign-ins that give their user a role now: an external provider's, and those connected to embedded accounts. */
export function selectProviderGroupRoles(db: Db, now: Date) {
  const { after, before } = limitsOfReadings(now)
  const connected = db
    .selectFrom('connected_sign_ins')
    .innerJoin('user_identities', 'user_identities.subject', 'connected_sign_ins.account_id')
    .select(['user_identities.user_id', 'connected_sign_ins.issuer', 'connected_sign_ins.group_role as role'])
    .where('user_identities.issuer', '=', 'embedded')
    .where('connected_sign_ins.group_role', 'is not', null)
    .where('connected_sign_ins.groups_read_at', '>', after)
    .where('connected_sign_ins.groups_read_at', '<', before)
  return db
    .selectFrom('user_identities')
    .select(['user_id', 'issuer', 'group_role as role'])
    .where('group_role', 'is not', null)
    .where('groups_read_at', '>', after)
    .where('groups_read_at', '<', before)
    .unionAll(connected)
}

/** Whether a provider group has ever given this user a role, and no later reading took it away. */
async function hasProviderGroupRole(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('user_identities')
    .leftJoin('connected_sign_ins as connected', 'connected.account_id', 'user_identities.subject')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([eb('user_identities.group_role', 'is not', null), eb('connected.group_role', 'is not', null)]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses acts on organisers in the browser. A role from a provider group counts, however long ago it was read. */
export async function requireNoRole(trx: Db, { user }: { user: User }): Promise<void> {
  if (user.isPowerUser || (await hasProviderGroupRole(trx, user.id))) throw new Problem('user-protected')
}

/** Stores a reading of a sign-in's provider groups, unless a newer one is known. */
export async function recordProviderGroups(
  db: Db,
  table: 'user_identities' | 'connected_sign_ins',
  { issuer, subject }: { issuer: string; subject: string },
  { role, readAt }: { role: GrantableRole | null; readAt: string },
  now: Date,
): Promise<void> {
  const { before } = limitsOfReadings(now)
  await db
    .updateTable(table)
    .set({ group_role: role, groups_read_at: readAt })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where((eb) =>
      eb.or([eb('groups_read_at', 'is', null), eb('groups_read_at', '<', readAt), eb('groups_read_at', '>=', before)]),
    )
    .execute()
}
