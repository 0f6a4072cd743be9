import type { ScoreDocument } from '#domain/scores/score-document.ts'
import type { Db } from '#server/platform/db/database.ts'

export type ScoreSheet = NonNullable<Awaited<ReturnType<typeof findScoreSheet>>>

/**
 * `inUse`, if false: the sheet is a draft of an organiser's return to the feed, and not shown. `by`: the organiser's name.
 */
export async function findScoreSheet(db: Db, tournamentId: number) {
  const row = await db
    .selectFrom('score_sheets')
    .innerJoin('users', 'users.id', 'score_sheets.published_by')
    .select(['in_use', 'document', 'users.name as by', 'published_at as at', 'version'])
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  if (!row) return undefined
  const { in_use, document, ...sheet } = row
  // Written by `saveScoreSheet`, so not validated again.
  return { ...sheet, inUse: in_use === 1, document: JSON.parse(document) as ScoreDocument }
}

/** Publishes the sheet as its next version. Call it in a transaction that has locked the tournament. */
export async function saveScoreSheet(
  trx: Db,
  tournamentId: number,
  sheet: { document: ScoreDocument; userId: number; version: number },
  now: Date,
): Promise<void> {
  const values = {
    in_use: 1 as const,
    document: JSON.stringify(sheet.document),
    published_by: sheet.userId,
    published_at: now.toISOString(),
    version: sheet.version,
  }
  await trx
    .insertInto('score_sheets')
    .values({ tournament_id: tournamentId, ...values })
    .onConflict((conflict) => conflict.column('tournament_id').doUpdateSet(values))
    .execute()
}

/** The scores come from the feed again; the sheet stays for the next time. */
export async function putScoreSheetAside(trx: Db, tournamentId: number): Promise<void> {
  await trx
    .updateTable('score_sheets')
    .set((eb) => ({ in_use: 0, version: eb('version', '+', 1) }))
    .where('tournament_id', '=', tournamentId)
    .execute()
}
