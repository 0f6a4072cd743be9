import type { CorrectedScores, Correction } from '#domain/scores/corrections.ts'
import type { Db } from '../db/database.ts'

export type StoredCorrection = Correction & {
  readonly id: number
  /** Null while it is in force. */
  readonly endedAt: string | null
  /** Null if it ended because the source says the same. */
  readonly endedBy: string | null
}

/** All corrections of a tournament, oldest first. */
export async function listAllCorrections(db: Db, tournamentId: number): Promise<StoredCorrection[]> {
  const rows = await db
    .selectFrom('score_corrections')
    .innerJoin('users', 'users.id', 'score_corrections.made_by')
    .leftJoin('users as enders', 'enders.id', 'score_corrections.ended_by')
    .select(['score_corrections.id', 'espn_id as espnId', 'scores', 'reason', 'users.name as by'])
    .select(['made_at as at', 'ended_at as endedAt', 'enders.name as endedBy'])
    .where('tournament_id', '=', tournamentId)
    .orderBy('score_corrections.id')
    .execute()
  // Written by `addCorrection`, so not validated again.
  return rows.map(({ scores, ...row }) => ({ ...row, ...(JSON.parse(scores) as CorrectedScores) }))
}

/** The corrections in force: at most one for each golfer. */
export async function listCorrections(db: Db, tournamentId: number): Promise<StoredCorrection[]> {
  return (await listAllCorrections(db, tournamentId)).filter(({ endedAt }) => endedAt === null)
}

/** Call it in a transaction that has locked the tournament and ended the golfer's correction before. */
export async function addCorrection(
  trx: Db,
  correction: { tournamentId: number; espnId: string; scores: CorrectedScores; reason: string; userId: number },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('score_corrections')
    .values({
      tournament_id: correction.tournamentId,
      espn_id: correction.espnId,
      scores: JSON.stringify(correction.scores),
      reason: correction.reason,
      made_by: correction.userId,
      made_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it has ended already. `userId` null: the source says the same by itself. */
export async function endCorrection(trx: Db, id: number, userId: number | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('score_corrections')
    .set({ ended_by: userId, ended_at: now.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
