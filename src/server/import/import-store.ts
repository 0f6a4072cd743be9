import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'

/** Stands in the place of the feed's event id in a tournament that was imported without one. The feed has no such id. */
export const noEventId = '0000'

/** A user who has an address of the file, or had it before he was merged. */
export type AddressOwner = {
  /** Of the user who took him over, when somebody did. */
  id: number
  email: string
  /** Nobody else can claim to be him: the provider vouches for the address, or he came from an import. */
  isTrusted: boolean
  isImported: boolean
}

export type ExistingTournament = {
  id: number
  espnId: string
  name: string
  start: string
  /** Its golfers were listed and picked here. One that was imported has none. */
  isPlayedHere: boolean
}

export type ExistingResult = { tournamentId: number; userId: number; places: (number | null)[] }

export type NewUser = { name: string; email: string }

export type NewResult = { tournamentId: number; userId: number; places: readonly (number | null)[] }

/** Any number, as long as it is ours alone. */
const importLock = 7_264_101

/** Rows of one statement: databases take a limited number of values at once. */
const batchSize = 1000

/** Two imports of one file at once would both add its tournaments. SQLite has one writer at a time anyway. */
export async function acquireImportLock(trx: Db, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(importLock)})`.execute(trx)
}

export async function listExistingTournaments(db: Db): Promise<ExistingTournament[]> {
  const rows = await db
    .selectFrom('tournaments')
    .select(['id', 'espn_id', 'name', 'start', 'active'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('players').select('id').whereRef('players.tournament_id', '=', 'tournaments.id'),
        )
        .as('has_players'),
    )
    .execute()
  return rows.map(({ id, espn_id, name, start, active, has_players }) => ({
    id,
    espnId: espn_id,
    name,
    start,
    isPlayedHere: active === 1 || Boolean(has_players),
  }))
}

export async function listAddressOwners(db: Db, emails: readonly string[]): Promise<AddressOwner[]> {
  const found: AddressOwner[] = []
  for (const batch of inParts(emails)) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'email', 'email_verified', 'is_real', 'merged_into'])
      .where('email', 'in', batch)
      .orderBy('id')
      .execute()
    found.push(
      ...rows.map((row) => ({
        id: row.merged_into ?? row.id,
        email: row.email,
        isTrusted: row.email_verified === 1 || row.is_real === 0,
        isImported: row.is_real === 0 && row.merged_into === null,
      })),
    )
  }
  return found
}

/** Everybody's places in these tournaments. */
export async function listExistingResults(
  db: Db,
  tournamentIds: readonly number[],
): Promise<ExistingResult[]> {
  const rows = await Promise.all(
    inParts(tournamentIds).map((batch) =>
      db
        .selectFrom('results')
        .select(['tournament_id', 'user_id', 'place'])
        .where('tournament_id', 'in', batch)
        .orderBy('tournament_id')
        .orderBy('user_id')
        .orderBy('entry_number')
        .execute(),
    ),
  )
  const results = Map.groupBy(rows.flat(), (row) => `${row.tournament_id} ${row.user_id}`)
  return [...results.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { tournament_id: tournamentId, user_id: userId } = first
    return [{ tournamentId, userId, places: own.map(({ place }) => place) }]
  })
}

/** Adds users who never signed in. Returns their ids by e-mail address. */
export async function addImportedUsers(
  trx: Db,
  users: readonly NewUser[],
  now: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of inParts(users)) {
    const added = await trx
      .insertInto('users')
      .values(
        batch.map(({ name, email }) => ({
          name,
          email,
          email_verified: 0 as const,
          is_real: 0 as const,
          merged_into: null,
          created_at: now.toISOString(),
        })),
      )
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of added) ids.set(email, id)
  }
  return ids
}

export async function addResults(trx: Db, results: readonly NewResult[]): Promise<void> {
  const rows = results.flatMap(({ tournamentId, userId, places }) =>
    places.map((place, index) => ({
      tournament_id: tournamentId,
      user_id: userId,
      entry_number: index + 1,
      place,
    })),
  )
  for (const batch of inParts(rows)) await trx.insertInto('results').values(batch).execute()
}

function inParts<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, part) =>
    items.slice(part * batchSize, (part + 1) * batchSize),
  )
}
