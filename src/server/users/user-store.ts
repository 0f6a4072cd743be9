import type { ExpressionBuilder, Selectable } from 'kysely'
import type { User } from '#domain/permissions.ts'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hasRow } from '#server/platform/db/row-count.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { selectProviderGroupRoles } from './provider-group-role-store.ts'
import type { GrantableRole } from './provider-group-roles.ts'

export type UserRecord = ReturnType<typeof toUserRecord>

export async function findUser(db: Db, id: number): Promise<UserRecord | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toUserRecord(row)
}

/**
 * Locks the user until the transaction ends; false if they have been merged or deleted. Uses an update that changes
 * nothing, because it locks the row in both databases. To avoid deadlocks, lock users by ascending id, and users before
 * tournaments.
 */
export async function lockUser(trx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ merged_into: null })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Allows one merge or deletion at a time, by locking the user with the lowest id. Locking users by id does not prevent
 * deadlocks between merges: a merge that waited for a user who was merged meanwhile holds that tombstone, and the other merge
 * may have to redirect it.
 */
export async function lockFirstUser(trx: Db): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ merged_into: eb.ref('merged_into') }))
    .where('id', '=', (eb) => eb.selectFrom('users').select(({ fn }) => fn.min('id').as('first')))
    .execute()
}

/** The existing users among these ids, including merged ones, by id. */
export async function listUsersById(db: Db, ids: readonly number[]): Promise<UserRecord[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toUserRecord)
}

/** Whether an import has created a user with this address who has never signed in; without an address, any. */
export function hasImportedUser(db: Db, email?: string): Promise<boolean> {
  const imported = db.selectFrom('users').where('is_real', '=', 0).where('merged_into', 'is', null)
  return hasRow(email === undefined ? imported : imported.where('email', '=', email))
}

/** Grants or revokes a role. */
export async function setRole(db: Db, userId: number, role: GrantableRole, isGranted: boolean): Promise<void> {
  const column = role === 'admin' ? 'is_admin' : 'is_power_user'
  await db
    .updateTable('users')
    .set({ [column]: isGranted ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

/** Refuses the user's tokens issued until now. Running processes apply it within seconds. */
export async function endTokens(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('users').set({ tokens_valid_from: now.toISOString() }).where('id', '=', userId).execute()
}

/** Records that somebody has entered the account by a link that somebody else made. */
export async function setLinkUsed(trx: Db, userId: number, now: Date): Promise<void> {
  await trx.updateTable('users').set({ link_used_at: now.toISOString() }).where('id', '=', userId).execute()
}

/** A condition of queries: neither merged, deleted nor blocked. */
export function isActiveUser(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb.and([
    eb('users.merged_into', 'is', null),
    eb('users.deleted_at', 'is', null),
    eb('users.is_blocked', '=', 0),
  ])
}

/**
 * A condition of queries: an organiser has admitted an account with their address, which nobody has proved, so that mail may
 * reach a stranger (docs/security.md, 6.5).
 */
export function isAdmitted(eb: ExpressionBuilder<Tables, 'users'>) {
  const accounts = eb.selectFrom('accounts').select('accounts.id').where('admitted_by', 'is not', null)
  return eb.exists(accounts.whereRef('accounts.email', '=', 'users.email'))
}

/** Active organisers: all, or the admins only. */
export function selectOrganisers(db: Db, who: 'all' | 'admins', now: Date) {
  return db
    .selectFrom('users')
    .where((eb) => {
      const inGroup = eb.selectFrom(selectProviderGroupRoles(db, now).as('groups')).select('groups.user_id')
      if (who === 'all')
        return eb.or([eb('is_admin', '=', 1), eb('is_power_user', '=', 1), eb('users.id', 'in', inGroup)])
      return eb.or([eb('is_admin', '=', 1), eb('users.id', 'in', inGroup.where('groups.role', '=', 'admin'))])
    })
    .where(isActiveUser)
}

/** The email addresses of active organisers, each once: two organisers may share one. */
export async function listOrganiserAddresses(db: Db, who: 'all' | 'admins', now: Date): Promise<string[]> {
  const organisers = selectOrganisers(db, who, now).where((eb) => eb.not(isAdmitted(eb)))
  const rows = await organisers.select('email').distinct().orderBy('email').execute()
  return rows.map(({ email }) => email)
}

/** Whether there is an admin who can sign in, other than the user `besides`. */
export function hasAdmin(db: Db, besides = 0): Promise<boolean> {
  return hasRow(db.selectFrom('users').where('is_admin', '=', 1).where(isActiveUser).where('id', '!=', besides))
}

/** Lists users except merged and deleted ones. `user` has the roles by command; `groupRoles` are those from groups. */
export async function listUsersWithProviderGroups(db: Db, now: Date) {
  const groups = Map.groupBy(await selectProviderGroupRoles(db, now).execute(), (row) => row.user_id)
  return (await listUsers(db)).map((record) => ({ ...record, groupRoles: groups.get(record.user.id) ?? [] }))
}

/** Lists users except merged and deleted ones, by name. With `email`, only users with this address. */
export async function listUsers(db: Db, email?: string): Promise<UserRecord[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toUserRecord)
}

/** The tournaments in which any of these users has an entry, by id. */
export async function listEnteredTournaments(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('entries')
    .select('tournament_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .orderBy('tournament_id')
    .execute()
  return rows.map((row) => row.tournament_id)
}

export function toUserRecord(row: Selectable<Tables['users']>) {
  const isAdmin = row.is_admin === 1
  const isPowerUser = isAdmin || row.is_power_user === 1
  const user: User = { id: row.id, name: row.name, userName: toAddress(row.email), isAdmin, isPowerUser }
  return {
    user,
    emailVerified: row.email_verified === 1,
    profileAsOf: row.profile_as_of,
    /** False for a user who came from an import and has never signed in. */
    isReal: row.is_real === 1,
    /** The user that this one was merged into. */
    mergedInto: row.merged_into,
    /** A deleted user, kept only as a row that entries and places refer to. */
    isDeleted: row.deleted_at !== null,
    createdAt: row.created_at,
    isBlocked: row.is_blocked === 1,
    /** Access tokens issued before are refused. */
    tokensValidFrom: row.tokens_valid_from,
    /** When somebody last entered the account by a link that somebody else had made. */
    linkUsedAt: row.link_used_at,
  }
}
