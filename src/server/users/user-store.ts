import type { Kysely, Selectable } from 'kysely'
import type { User } from '#domain/permissions.ts'
import { type Db, inTransaction, isUniqueViolation } from '../db/database.ts'
import type { Tables, UserTable } from '../db/tables.ts'
import { bumpTournamentVersion } from '../tournaments/tournament-store.ts'

/** Who somebody is at a provider. The pair is unique; the e-mail address is not. */
export type Identity = { issuer: string; subject: string }

/** What a provider says of a person, and when. `name` and `email` are clean (`displayName`, `parseMailAddress`). */
export type Profile = { name: string; email: string; emailVerified: boolean; asOf: Date }

export type KnownUser = {
  user: User
  emailVerified: boolean
  profileAsOf: string
  /** False for one who came from an import and never signed in. */
  isReal: boolean
  /** The user who took this one over. */
  mergedInto: number | null
}

/**
 * A user, as one of his identities leads to him. Only identities of his own tell his name and e-mail: whoever has two
 * accounts that were merged uses both, and each call would put the name of its account in the place of the other's.
 * The administrator who merged them has chosen, with the target, whose name and address remain.
 */
export type IdentifiedUser = KnownUser & { syncsProfile: boolean }

export type GrantableRole = 'admin' | 'power'

export async function findUser(db: Db, id: number): Promise<KnownUser | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toKnownUser(row)
}

/** A user who has not been merged into another: of one who has, there is nothing to show. */
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
 * Nobody merges or renames this user before the transaction ends; false when he has been merged already. An update
 * that changes nothing, because both databases lock by it. Several users are locked in the order of their ids, and
 * users before tournaments, so that no two transactions wait for each other.
 */
export async function lockUser(trx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ merged_into: null })
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Those of these users whom there are, merged ones too, in the order of their ids. */
export async function listUsersById(db: Db, ids: readonly number[]): Promise<KnownUser[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(toKnownUser)
}

/** Who has an entry in a tournament. */
export function listEntrants(
  db: Db,
  tournamentId: number,
): Promise<Pick<User, 'id' | 'name' | 'userName'>[]> {
  return db
    .selectFrom('users')
    .innerJoin('entries', 'entries.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email as userName'])
    .where('entries.tournament_id', '=', tournamentId)
    .execute()
}

/** All users with this address who have not been merged into another. */
export async function listUsersByEmail(db: Db, email: string): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('merged_into', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toKnownUser)
}

/** A merge moves the identities, so whoever signs in with a merged account is found as the target. */
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
 * The user of an identity that has not been seen before. However many first calls come at once, they get one user. A
 * user from an import is taken over by the person whose provider vouches for the same address.
 */
export async function addUserWithIdentity(
  db: Kysely<Tables>,
  identity: Identity,
  profile: Profile,
  now: Date,
): Promise<IdentifiedUser> {
  try {
    return await inTransaction(db, async (trx) => {
      const userId = (await claimImportedUser(trx, profile)) ?? (await addUser(trx, profile, now))
      await trx
        .insertInto('user_identities')
        .values({ ...identity, user_id: userId, created_at: now.toISOString() })
        .execute()
      const row = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
      return { ...toKnownUser(row), syncsProfile: true }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const known = await findUserByIdentity(db, identity)
    if (!known) throw error
    return known
  }
}

/**
 * Does the provider say something else of the user than we know? Not when we know something newer: two tabs may
 * hold tokens of before and after a change.
 */
export function hasNewProfile(known: IdentifiedUser, profile: Profile): boolean {
  const { user, emailVerified, profileAsOf, syncsProfile } = known
  const same =
    user.name === profile.name && user.userName === profile.email && emailVerified === profile.emailVerified
  return syncsProfile && !same && profileAsOf < profile.asOf.toISOString()
}

/** Copies what the provider says. True when the name has changed, which others see: then caches must hear of it. */
export async function updateProfile(
  db: Kysely<Tables>,
  { user }: KnownUser,
  profile: Profile,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set(toColumns(profile))
      .where('id', '=', user.id)
      .where('profile_as_of', '<', profile.asOf.toISOString())
      // Merged since he was looked up: the account no longer tells anybody's name.
      .where('merged_into', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n || user.name === profile.name) return false
    await bumpTournamentsOfUser(trx, user.id)
    return true
  })
}

/** Gives or takes a role. Only the operator's command calls this: nothing that a browser sends does. */
export async function setRole(
  db: Db,
  userId: number,
  role: GrantableRole,
  isGranted: boolean,
): Promise<void> {
  const column = role === 'admin' ? 'is_admin' : 'is_power_user'
  await db
    .updateTable('users')
    .set({ [column]: isGranted ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

export async function listUsers(db: Db): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('merged_into', 'is', null)
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
    // Merged since the look-up.
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return undefined
  await bumpTournamentsOfUser(db, only.id)
  return only.id
}

/** A user's name stands in the tournaments that he has entered: what was read of them is out of date. */
async function bumpTournamentsOfUser(trx: Db, userId: number): Promise<void> {
  // One after another: several that lock several tournaments do it in the order of their ids.
  for (const tournamentId of await listEnteredTournaments(trx, [userId]))
    await bumpTournamentVersion(trx, tournamentId)
}

/** The tournaments in which one of these users has an entry, in the order of their ids. */
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
  }
}
