import { type Entry, entryNumberOfPick } from '#domain/tournament/tournament.ts'
import { readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Also reads the entry records withdrawn at or after `since`. */
export type Withdrawn = { readonly since: string }

/** All entries with their picks, in batches by id; yields to other requests in between. */
export async function* streamEntries(db: Db, tournamentId: number, withdrawn?: Withdrawn): AsyncGenerator<Entry[]> {
  const batches = readInBatches((lastId) =>
    entryRows(db, withdrawn).where('entries.tournament_id', '=', tournamentId).where('entries.id', '>', lastId),
  )
  for await (const rows of batches) yield withPicks(db, tournamentId, rows)
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>

export function entryRows(db: Db, withdrawn?: Withdrawn) {
  return db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .select([
      'entries.id',
      'entries.user_id as userId',
      'entries.tournament_id as tournamentId',
      'users.name',
      'entries.tiebreaker_1',
      'entries.tiebreaker_2',
      'entries.version',
      'entries.is_sealed',
      'entries.changed_at as changedAt',
    ])
    .where(({ eb, or }) => {
      const counting = eb('withdrawn_at', 'is', null)
      return withdrawn ? or([counting, eb('withdrawn_at', '>=', withdrawn.since)]) : counting
    })
    .orderBy('entries.id')
}

/** `rows`: of one tournament, by id. */
export async function withPicks<Row extends EntryRow>(db: Db, tournamentId: number, rows: readonly Row[]) {
  const picks = await db
    .selectFrom('selections')
    .select(['entry_id', 'player_id'])
    .where('entry_id', '>=', rows[0]?.id ?? 0)
    .where('entry_id', '<=', rows.at(-1)?.id ?? 0)
    .where('tournament_id', '=', tournamentId)
    .orderBy('entry_id')
    .orderBy('pick_index')
    .execute()
  const picksByEntry = Map.groupBy(picks, (pick) => pick.entry_id)
  return rows.map(({ tiebreaker_1, tiebreaker_2, is_sealed, ...row }) => {
    const own = picksByEntry.get(row.id) ?? []
    const selections = own.map((pick, index) => ({ playerId: pick.player_id, entryNumber: entryNumberOfPick(index) }))
    const isSealed = is_sealed === 1 || undefined
    return { ...row, tiebreakers: [tiebreaker_1, tiebreaker_2] as const, selections, isSealed }
  })
}
