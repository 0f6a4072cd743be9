import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ImportRecord } from '#contract/results-contract.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { deleteTournament } from '#server/pool/tournaments/tournament-store.ts'

/** The database looks for references to each of them in tables without an index for that. */
const usersPerBatch = 20

export type StoredImport = Omit<ImportRecord, 'use'>

function selectImports(db: Db) {
  return db
    .selectFrom('imports')
    .select(['id', 'file', 'tournaments', 'people', 'results', 'imported_at as importedAt', 'undone_at as undoneAt'])
}

/** All imports, newest first. */
export function listImports(db: Db): Promise<StoredImport[]> {
  return selectImports(db).orderBy('id', 'desc').execute()
}

export function findImport(db: Db, id: number): Promise<StoredImport | undefined> {
  return selectImports(db).where('id', '=', id).executeTakeFirst()
}

/** Nobody takes over a user of the import, as whom they sign in, until the transaction ends. */
export async function lockImportedUsers(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ import_id: eb.ref('import_id') }))
    .where('import_id', '=', id)
    .execute()
}

/** How the import is used, as a sentence; null if it is not, and can be undone (docs/rules.md, 10). */
export async function findUse(db: Db, id: number): Promise<string | null> {
  return (
    (await findSignIn(db, id)) ??
    (await findLaterImport(db, id)) ??
    (await findMerge(db, id)) ??
    (await findSeason(db, id)) ??
    (await findCorrection(db, id)) ??
    null
  )
}

async function findSignIn(db: Db, id: number): Promise<string | undefined> {
  const person = await db
    .selectFrom('users')
    .select('name')
    .where('import_id', '=', id)
    .where('is_real', '=', 1)
    .orderBy('id')
    .executeTakeFirst()
  return person && `${person.name} has signed in.`
}

async function findMerge(db: Db, id: number): Promise<string | undefined> {
  const person = await db
    .selectFrom('users')
    .select('name')
    .where('import_id', '=', id)
    .where('is_alias', '=', 0)
    .where((eb) =>
      eb.or([
        eb('merged_into', 'is not', null),
        eb.exists(
          eb
            .selectFrom('users as sources')
            .select('sources.id')
            .whereRef('sources.merged_into', '=', 'users.id')
            .where((own) => own.or([own('sources.is_alias', '=', 0), own('sources.import_id', '!=', id)])),
        ),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
  return person && `${person.name} has been merged.`
}

async function findSeason(db: Db, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('season_tournaments')
    .innerJoin('tournaments', 'tournaments.id', 'season_tournaments.tournament_id')
    .innerJoin('seasons', 'seasons.id', 'season_tournaments.season_id')
    .select(['tournaments.name', 'seasons.name as season'])
    .where('tournaments.import_id', '=', id)
    .orderBy('tournaments.id')
    .executeTakeFirst()
  return found && `${found.name} is in the season ${found.season}’s own list.`
}

async function findCorrection(db: Db, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('tournaments')
    .select('name')
    .where('import_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('decision', 'is not', null),
        eb('true_answers', 'is not', null),
        eb('cancelled_reason', 'is not', null),
        eb('active', '=', 1),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
  return found && `${found.name} has been corrected.`
}

async function findLaterImport(db: Db, id: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('results')
    .select('import_id')
    .where((eb) =>
      eb.or([
        eb('tournament_id', 'in', eb.selectFrom('tournaments').select('id').where('import_id', '=', id)),
        eb('user_id', 'in', eb.selectFrom('users').select('id').where('import_id', '=', id)),
      ]),
    )
    .where('import_id', '>', id)
    .orderBy('import_id')
    .executeTakeFirst()
  return found && `Import ${found.import_id} has added to it. Undo that one first.`
}

/** Removes what the import has added: places, tournaments and people. Call it in a transaction that has locked the people. */
export async function removeImported(trx: Db, id: number, now: Date): Promise<void> {
  const tournaments = await trx.selectFrom('tournaments').select('id').where('import_id', '=', id).execute()
  for (const tournament of tournaments) {
    await deleteTournament(trx, tournament.id)
    await yieldToEventLoop()
  }
  // Those in tournaments of earlier imports.
  await trx.deleteFrom('results').where('import_id', '=', id).execute()
  // First the addresses that stand for others.
  const users = await trx
    .selectFrom('users')
    .select('id')
    .where('import_id', '=', id)
    .orderBy('is_alias', 'desc')
    .execute()
  for (const batch of toBatches(
    users.map((user) => user.id),
    usersPerBatch,
  )) {
    await trx.deleteFrom('rivals').where('rival_id', 'in', batch).execute()
    await trx.deleteFrom('users').where('id', 'in', batch).execute()
    await yieldToEventLoop()
  }
  await trx.updateTable('imports').set({ undone_at: now.toISOString() }).where('id', '=', id).execute()
}
