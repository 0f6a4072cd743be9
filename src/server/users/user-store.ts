import type { Kysely, Selectable } from 'kysely'
import type { User } from '#domain/permissions.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { isUniqueViolation } from '../db/database-errors.ts'
import type { UserTable } from '../db/tables/pool-tables.ts'
import type { Tables } from '../db/tables.ts'
import { bumpTournamentVersion } from '../tournaments/tournament-store.ts'

/** A person's identity at a provider. The pair is unique; the email address is not. */
export type Identity = { issuer: string; subject: string }

/** A profile from a provider, with its time. `name` and `email` are normalised (`displayName`, `parseEmail`). */
export type Profile = { name: string; email: string; emailVerified: boolean; asOf: Date }

export type KnownUser = {
  user: User
  emailVerified: boolean
  profileAsOf: string
  /** False for a user who came from an import and has never signed in. */
  isReal: boolean
  /** The user that this one was merged into. */
  mergedInto: number | null
  /** A deleted user, kept only as a row that entries and places refer to. */
  isDeleted: boolean
  createdAt: string
  isBlocked: boolean
  /** Access tokens issued before are refused. */
  tokensValidFrom: string | null
}

/**
 * A user found by one of their identities. Only the target's own identities update name and email; otherwise two merged
 * accounts that are both in use would overwrite each other's on every call. The admin chose them with the merge target.
 */
export type IdentifiedUser = KnownUser & { syncsProfile: boolean }

export type GrantableRole = 'admin' | 'power'

export async function findUser(db: Db, id: number): Promise<KnownUser | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toKnownUser(row)
}

/** A user who has not been merged into another. */
export async function findUnmergedUser(db: Db, id: number): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return row && toKnownUser(row)
}

/**
 * Locks the user until the transaction ends; false if they have been merged or deleted. Uses an update that changes nothing, because
 * it locks the row in both databases. To avoid deadlocks, lock users by ascending id, and users before tournaments.
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
export async function listUsersById(db: Db, ids: readonly number[]): Promise<KnownUser[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toKnownUser)
}

/** Users with an entry in a tournament, except deleted ones, who no longer have an address. */
export function listEntrants(db: Db, tournamentId: number): Promise<Pick<User, 'id' | 'name' | 'userName'>[]> {
  return db
    .selectFrom('users')
    .innerJoin('entries', 'entries.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email as userName'])
    .where('entries.tournament_id', '=', tournamentId)
    .where('users.deleted_at', 'is', null)
    .execute()
}

/** Users with this address, without merged and deleted ones. */
export async function listUsersByEmail(db: Db, email: string): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toKnownUser)
}

/** Whether an import has created a user with this address who has never signed in; without an address, any. */
export async function hasImportedUser(db: Db, email?: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_real', '=', 0)
    .where('merged_into', 'is', null)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A merge moves the identities, so a merged account finds the target. */
export async function findUserByIdentity(db: Db, identity: Identity): Promise<IdentifiedUser | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('users')
    .select('user_identities.syncs_profile')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return row && { ...toKnownUser(row), syncsProfile: row.syncs_profile === 1 }
}

/**
 * Adds the user of a new identity. Concurrent first calls get the same user. A person whose provider verified the address
 * takes over the user that an import created for it (docs/rules.md, 11.1).
 */
export async function addUserWithIdentity(
  db: Kysely<Tables>,
  identity: Identity,
  profile: Profile,
  now: Date,
): Promise<IdentifiedUser> {
  try {
    return await inTransaction(db, (trx) => insertUserWithIdentity(trx, identity, profile, now))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const known = await findUserByIdentity(db, identity)
    if (!known) throw error
    return known
  }
}

/** The same within a transaction. A second one with the same identity violates a unique constraint. */
export async function insertUserWithIdentity(
  trx: Db,
  identity: Identity,
  profile: Profile,
  now: Date,
): Promise<IdentifiedUser> {
  const userId = (await claimImportedUser(trx, profile)) ?? (await addUser(trx, profile, now))
  await trx
    .insertInto('user_identities')
    .values({ ...identity, user_id: userId, created_at: now.toISOString() })
    .execute()
  const row = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return { ...toKnownUser(row), syncsProfile: true }
}

/**
 * Does this profile differ from the stored one and is it newer? Two tabs may hold tokens from before and after a change.
 */
export function hasNewProfile(known: IdentifiedUser, profile: Profile): boolean {
  const { user, emailVerified, profileAsOf, syncsProfile } = known
  const same = user.name === profile.name && user.userName === profile.email && emailVerified === profile.emailVerified
  return syncsProfile && !same && profileAsOf < profile.asOf.toISOString()
}

/** Stores the profile. Returns true if the visible name changed, so that caches must be invalidated. */
export async function updateProfile(db: Kysely<Tables>, { user }: KnownUser, profile: Profile): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set(toColumns(profile))
      .where('id', '=', user.id)
      .where('profile_as_of', '<', profile.asOf.toISOString())
      // The user was merged in the meantime: this account no longer updates a profile.
      .where('merged_into', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n || user.name === profile.name) return false
    await bumpTournamentsOfUser(trx, user.id)
    return true
  })
}

/** Grants or revokes a role. Only the command line calls this; no request can. */
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

/** Whether there is an admin who can sign in, other than the user `besides`. */
export async function hasAdmin(db: Db, besides = 0): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('is_blocked', '=', 0)
    .where('merged_into', 'is', null)
    .where('id', '!=', besides)
    .executeTakeFirst()
  return found !== undefined
}

/** Without merged and deleted users. */
export async function listUsers(db: Db): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toKnownUser)
}

async function addUser(db: Db, profile: Profile, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...toColumns(profile), merged_into: null, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function claimImportedUser(db: Db, profile: Profile): Promise<number | undefined> {
  if (!profile.emailVerified) return undefined
  const imported = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', profile.email)
    .where('is_real', '=', 0)
    .where('merged_into', 'is', null)
    .execute()
  const [only] = imported
  if (!only || imported.length > 1) return undefined
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...toColumns(profile), is_real: 1 })
    .where('id', '=', only.id)
    .where('is_real', '=', 0)
    // The user was merged in the meantime.
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  await bumpTournamentsOfUser(db, only.id)
  return only.id
}

/** Tournament responses contain user names, so increments the version of the tournaments this user has entered. */
async function bumpTournamentsOfUser(trx: Db, userId: number): Promise<void> {
  // Sequentially and by id, so that transactions that lock several tournaments cannot deadlock.
  for (const tournamentId of await listEnteredTournaments(trx, [userId])) await bumpTournamentVersion(trx, tournamentId)
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

function toColumns(profile: Profile) {
  return {
    name: profile.name,
    email: profile.email,
    email_verified: profile.emailVerified ? (1 as const) : (0 as const),
    profile_as_of: profile.asOf.toISOString(),
  }
}

function toKnownUser(row: Selectable<UserTable>): KnownUser {
  const isAdmin = row.is_admin === 1
  return {
    user: {
      id: row.id,
      name: row.name,
      userName: row.email,
      isAdmin,
      isPowerUser: isAdmin || row.is_power_user === 1,
    },
    emailVerified: row.email_verified === 1,
    profileAsOf: row.profile_as_of,
    isReal: row.is_real === 1,
    mergedInto: row.merged_into,
    isDeleted: row.deleted_at !== null,
    createdAt: row.created_at,
    isBlocked: row.is_blocked === 1,
    tokensValidFrom: row.tokens_valid_from,
  }
}
