import type { Entrant } from '#domain/tournament/pick-visibility.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { collect, readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'
import { entryRows, streamEntries, type Withdrawn, withPicks } from '#server/pool/picks/pick-store.ts'

export type NewEntry = {
  tournamentId: number
  userId: number
  tiebreakers: readonly [string, string]
  /** Twelve: tiers A to D of entry 1, then of entry 2, then of entry 3. */
  playerIds: readonly number[]
}

export const notWithdrawn = { withdrawn_at: null, withdrawn_by: null, withdrawal_reason: null }

/**
 * Entry records, without withdrawn ones (`entry-withdrawal-store`) except where a name says so. All entries of a tournament
 * with their picks: the caller decides who may see them.
 */
export function listEntries(db: Db, tournamentId: number, withdrawn?: Withdrawn): Promise<Entry[]> {
  return collect(streamEntries(db, tournamentId, withdrawn))
}

/** The people who have entered, in batches by entry; yields to other requests in between. Reads nothing that is secret before the start. */
export function streamEntrants(db: Db, tournamentId: number): AsyncGenerator<Entrant[]> {
  return readInBatches((lastId) =>
    db
      .selectFrom('entries')
      .innerJoin('users', 'users.id', 'entries.user_id')
      .select(['entries.id', 'user_id as userId', 'tournament_id as tournamentId', 'name'])
      .where('tournament_id', '=', tournamentId)
      .where('withdrawn_at', 'is', null)
      .where('entries.id', '>', lastId)
      .orderBy('entries.id'),
  )
}

export async function findEntry(db: Db, entryId: number): Promise<Entry | undefined> {
  const row = await entryRows(db).where('entries.id', '=', entryId).executeTakeFirst()
  return row && (await withPicks(db, row.tournamentId, [row]))[0]
}

/** The one entry record that a user can have in a tournament, if it is not withdrawn. */
export async function findEntryOfUser(
  db: Db,
  { tournamentId, userId }: Pick<Entry, 'tournamentId' | 'userId'>,
): Promise<Entry | undefined> {
  const row = await entryRows(db)
    .where('entries.tournament_id', '=', tournamentId)
    .where('entries.user_id', '=', userId)
    .executeTakeFirst()
  return row && (await withPicks(db, tournamentId, [row]))[0]
}

/** How many there are; `isOfAll` also counts withdrawn ones. */
export function countEntries(db: Db, tournamentId: number, { isOfAll = false } = {}): Promise<number> {
  const all = db.selectFrom('entries').where('tournament_id', '=', tournamentId)
  return countRows(isOfAll ? all : all.where('withdrawn_at', 'is', null))
}

/**
 * The number of entry records, also withdrawn ones, that hold each golfer; without those that nobody has picked. As secret as
 * the picks before the start: if a withdrawal changed it, it would say who picked whom.
 */
export async function countEntriesByPlayer(db: Db, tournamentId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('selections')
    .select((eb) => ['player_id', eb.fn.count<number>('entry_id').distinct().as('count')])
    .where('tournament_id', '=', tournamentId)
    .groupBy('player_id')
    .execute()
  return new Map(rows.map((row) => [row.player_id, Number(row.count)]))
}

/**
 * Adds an entry record with its twelve picks and returns its id. A second one of the same user violates a unique
 * constraint (`isUniqueViolation`). Call it inside a transaction.
 */
export async function addEntry(trx: Db, entry: NewEntry, now: Date): Promise<number> {
  const at = now.toISOString()
  const { id } = await trx
    .insertInto('entries')
    .values({
      tournament_id: entry.tournamentId,
      user_id: entry.userId,
      tiebreaker_1: entry.tiebreakers[0],
      tiebreaker_2: entry.tiebreakers[1],
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await savePicks(trx, id, entry)
  return id
}

/** Replaces the answers and picks of an entry with its next version; a withdrawn one counts again. Call it inside a transaction. */
export async function changeEntry(trx: Db, id: number, entry: NewEntry, now: Date): Promise<void> {
  await trx
    .updateTable('entries')
    .set((eb) => ({
      tiebreaker_1: entry.tiebreakers[0],
      tiebreaker_2: entry.tiebreakers[1],
      version: eb('version', '+', 1),
      changed_at: now.toISOString(),
      ...notWithdrawn,
      is_sealed: 0 as const,
    }))
    .where('id', '=', id)
    .execute()
  await savePicks(trx, id, entry)
}

async function savePicks(trx: Db, entryId: number, entry: NewEntry): Promise<void> {
  const selections = entry.playerIds.map((playerId, index) => ({
    entry_id: entryId,
    pick_index: index,
    tournament_id: entry.tournamentId,
    player_id: playerId,
  }))
  await trx
    .insertInto('selections')
    .values(selections)
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'pick_index']).doUpdateSet((eb) => ({ player_id: eb.ref('excluded.player_id') })),
    )
    .execute()
}

/** Removes an entry record and its picks. */
export async function removeEntry(trx: Db, entryId: number): Promise<void> {
  await trx.deleteFrom('selections').where('entry_id', '=', entryId).execute()
  await trx.deleteFrom('entries').where('id', '=', entryId).execute()
}

/** Until their tournaments start, the user can neither see nor change what they have saved. */
export async function sealEntries(trx: Db, userId: number): Promise<void> {
  await trx.updateTable('entries').set({ is_sealed: 1 }).where('user_id', '=', userId).execute()
}
