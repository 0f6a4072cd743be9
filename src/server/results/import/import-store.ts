import { sql } from 'kysely'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import type { StoredImport } from './import-undo-store.ts'

/** The event id of tournaments that were imported without one. The feed never uses it. */
export const noEventId = '0000'

export type AddressOwner = Awaited<ReturnType<typeof listAddressOwners>>[number]
export type ExistingTournament = Awaited<ReturnType<typeof listExistingTournaments>>[number]
export type NamedUser = Awaited<ReturnType<typeof listNamedUsers>>[number]
export type NewUser = { name: string; email: string }

/** An arbitrary number that no other advisory lock uses. */
const importLock = 7_264_101

/** Rows per statement: databases limit the number of bound values. */
const batchSize = 1000

/** Serialises imports, so that two of the same file do not both add its tournaments. SQLite has one writer anyway. */
export async function acquireImportLock(trx: Db, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(importLock)})`.execute(trx)
}

/** `isPlayedHere`: it was played in this pool. Imported tournaments have no golfers. */
export async function listExistingTournaments(db: Db) {
  const rows = await db
    .selectFrom('tournaments')
    .select(['id', 'espn_id as espnId', 'name', 'start', 'active'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('players').select('id').whereRef('players.tournament_id', '=', 'tournaments.id'))
        .as('has_players'),
    )
    .execute()
  return rows.map(({ active, has_players, ...tournament }) => ({
    ...tournament,
    isPlayedHere: active === 1 || Boolean(has_players),
  }))
}

/** The users who have an address of the file, or had it before they were merged. */
export async function listAddressOwners(db: Db, emails: readonly string[]) {
  const found = []
  for (const batch of toBatches(emails, batchSize)) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified', 'is_real', 'merged_into'])
      .where('email', 'in', batch)
      .orderBy('id')
      .execute()
    found.push(...rows)
  }
  return found.map((row) => ({
    /** The id of the user they were merged into, or their own. */
    id: row.merged_into ?? row.id,
    email: row.email,
    /** The provider verified the address, or the user came from an import, so nobody else can claim to be them. */
    isTrusted: row.email_verified === 1 || row.is_real === 0,
    isImported: row.is_real === 0 && row.merged_into === null,
  }))
}

/** The users whose names, as `toKey` compares them, are among these. */
export async function listNamedUsers(db: Db, keys: ReadonlySet<string>, toKey: (name: string) => string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_real', 'email_verified'])
    .where('merged_into', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ name }) => keys.has(toKey(name)))
    .map(({ id, name, email, is_real, email_verified }) => ({
      ...{ id, name, email },
      isReal: is_real === 1,
      isConfirmed: email_verified === 1,
    }))
}

/** Adds an import and returns its number. */
export async function addImport(
  trx: Db,
  content: Omit<StoredImport, 'id' | 'importedAt' | 'undoneAt'>,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('imports')
    .values({ ...content, imported_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes which import has added a tournament. */
export async function markImported(trx: Db, tournamentId: number, importId: number): Promise<void> {
  await trx.updateTable('tournaments').set({ import_id: importId }).where('id', '=', tournamentId).execute()
}

/** Adds users who never signed in. Returns their ids by email address. */
export async function addImportedUsers(
  trx: Db,
  users: readonly NewUser[],
  importId: number,
  now: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of toBatches(users, batchSize)) {
    const added = await trx
      .insertInto('users')
      .values(
        batch.map(({ name, email }) => ({
          name,
          email,
          email_verified: 0 as const,
          is_real: 0 as const,
          merged_into: null,
          import_id: importId,
          created_at: now.toISOString(),
        })),
      )
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of added) ids.set(email, id)
  }
  return ids
}

/** Keeps the addresses as those of the users whom they stand for: the next file with one of them asks nobody. */
export async function addAliases(
  trx: Db,
  aliases: readonly (NewUser & { userId: number })[],
  importId: number,
  now: Date,
): Promise<void> {
  const rows = aliases.map(({ name, email, userId }) => ({
    ...{ name, email, merged_into: userId, import_id: importId, created_at: now.toISOString() },
    email_verified: 0 as const,
    is_real: 0 as const,
    is_alias: 1 as const,
  }))
  for (const batch of toBatches(rows, batchSize)) await trx.insertInto('users').values(batch).execute()
}
