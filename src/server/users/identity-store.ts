import type { Selectable } from 'kysely'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/database-errors.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import type { ProviderGroupReading } from './provider-group-roles.ts'
import { bumpTournamentVersion } from './tournament-version-store.ts'
import { listEnteredTournaments, toUserRecord, type UserRecord } from './user-store.ts'

/** A person's identity at a provider. The pair is unique; the email address is not. */
export type Identity = { issuer: string; subject: string }

/**
 * A fixed name instead of the token issuer, which is the pool's URL: users keep their identity when the pool moves to
 * another URL.
 */
export const embeddedIssuer = 'embedded'

/** A profile from a provider, with its time. `name` and `email` are normalised (`displayName`, `parseEmail`). */
export type Profile = { name: string; email: string; emailVerified: boolean; asOf: Date }

/**
 * A user found by one of their identities. Only the target's own identities update name and email; otherwise two merged
 * accounts that are both in use would overwrite each other's on every call. The admin chose them with the merge target.
 */
export type IdentifiedUser = UserRecord & { syncsProfile: boolean }

/** Access tokens of the embedded provider are valid while their grant is stored. `groups`: as read at the token's sign-in. */
export type TokenOwner = IdentifiedUser & { hasGrant: boolean; groups: ProviderGroupReading }

/** Finds the user of an identity. A merge moves the identities, so a merged account finds the target. */
export async function findUserByIdentity(db: Db, identity: Identity): Promise<IdentifiedUser | undefined> {
  const row = await selectUserByIdentity(db, identity).executeTakeFirst()
  return row && toIdentifiedUser(row)
}

/** The session of a token at the embedded provider, and the connected sign-in with which it began. */
type TokenSession = { grantId: string | undefined; connectionId: string | undefined }

/** Finds the user of a token, whether its grant is still stored, and the role that a provider group gives them. */
export async function findTokenOwner(
  db: Db,
  identity: Identity,
  session: TokenSession,
): Promise<TokenOwner | undefined> {
  const { grantId = '', connectionId = '' } = session
  const row = await selectUserByIdentity(db, identity)
    .leftJoin('connected_sign_ins as connected', (join) =>
      join.on('connected.id', '=', connectionId).onRef('connected.account_id', '=', 'user_identities.subject'),
    )
    .select(({ fn }) => [
      fn.coalesce('connected.group_role', 'user_identities.group_role').as('group_role'),
      fn.coalesce('connected.groups_read_at', 'user_identities.groups_read_at').as('groups_read_at'),
    ])
    .select(({ exists, selectFrom }) => {
      const grant = selectFrom('provider_records').select('id').where('model', '=', 'Grant').where('id', '=', grantId)
      return exists(grant).as('has_grant')
    })
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...toIdentifiedUser(row),
    hasGrant: Boolean(row.has_grant),
    groups: { role: row.group_role, readAt: row.groups_read_at },
  }
}

/**
 * Adds the user of a new identity. Concurrent first calls get the same user. A person whose provider verified the address
 * takes over the user that an import created for it (docs/rules.md, 11.1).
 */
export async function addUserWithIdentity(db: Database['db'], identity: Identity, profile: Profile, now: Date) {
  try {
    return await inTransaction(db, (trx) => insertUserWithIdentity(trx, identity, profile, now))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const known = await findUserByIdentity(db, identity)
    if (!known) throw error
    return known
  }
}

/** Adds the user of a new identity in a transaction. Throws a unique violation if the identity has a user already. */
export async function insertUserWithIdentity(trx: Db, identity: Identity, profile: Profile, now: Date) {
  const userId = (await claimImportedUser(trx, profile)) ?? (await addUser(trx, profile, now))
  await trx
    .insertInto('user_identities')
    .values({ ...identity, user_id: userId, created_at: now.toISOString() })
    .execute()
  const row = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return { ...toUserRecord(row), syncsProfile: true }
}

/**
 * Does this profile differ from the stored one and is it newer? Two tabs may hold tokens from before and after a change.
 */
export function hasNewProfile(known: IdentifiedUser, profile: Profile): boolean {
  const { user, emailVerified, profileAsOf, syncsProfile } = known
  const isSame =
    user.name === profile.name && user.userName === toAddress(profile.email) && emailVerified === profile.emailVerified
  return syncsProfile && !isSame && profileAsOf < profile.asOf.toISOString()
}

/** Stores the profile. Returns true if the visible name changed: then the user's tournaments have a new version. */
export async function updateProfile(db: Database['db'], { user }: UserRecord, profile: Profile): Promise<boolean> {
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

/** The sign-ins of a user, including accounts of the embedded provider. */
export async function listIdentities(db: Db, userId: number) {
  return db
    .selectFrom('user_identities')
    .select(['issuer', 'subject', 'created_at as createdAt', 'group_role as groupRole'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('subject')
    .execute()
}

/** The ids of the accounts at the embedded provider. */
export function accountIdsOf(identities: readonly Identity[]): string[] {
  return identities.filter(({ issuer }) => issuer === embeddedIssuer).map(({ subject }) => subject)
}

/** Removes the user's identities. Their tokens from before `now` must not create the user again. */
export async function removeIdentities(trx: Db, userId: number, now: Date): Promise<void> {
  for (const identity of await listIdentities(trx, userId)) {
    const deleted_at = now.toISOString()
    await trx
      .insertInto('deleted_identities')
      .values({ digest: digestOf(identity), deleted_at })
      .onConflict((conflict) => conflict.column('digest').doUpdateSet({ deleted_at }))
      .execute()
  }
  await trx.deleteFrom('user_identities').where('user_id', '=', userId).execute()
}

/** Finds when the user of this identity was deleted. */
export async function findDeletionTime(db: Db, identity: Identity): Promise<Date | undefined> {
  const row = await db
    .selectFrom('deleted_identities')
    .select('deleted_at')
    .where('digest', '=', digestOf(identity))
    .executeTakeFirst()
  return row && new Date(row.deleted_at)
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

function toColumns(profile: Profile) {
  return {
    name: profile.name,
    email: profile.email,
    email_verified: profile.emailVerified ? (1 as const) : (0 as const),
    profile_as_of: profile.asOf.toISOString(),
  }
}

function digestOf({ issuer, subject }: Identity): string {
  return sha256(`${issuer}\n${subject}`)
}

function selectUserByIdentity(db: Db, { issuer, subject }: Identity) {
  return db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('users')
    .select('user_identities.syncs_profile')
    .where('user_identities.issuer', '=', issuer)
    .where('user_identities.subject', '=', subject)
}

type IdentifiedRow = Selectable<Tables['users']> & Pick<Selectable<Tables['user_identities']>, 'syncs_profile'>
function toIdentifiedUser(row: IdentifiedRow): IdentifiedUser {
  return { ...toUserRecord(row), syncsProfile: row.syncs_profile === 1 }
}
