import type { CorrectedScores, ScoreCorrection, SeenSource } from '#domain/scores/score-corrections.ts'
import type { Db } from '#server/platform/db/database.ts'

export type StoredScoreCorrection = ScoreCorrection & {
  readonly id: number
  /** Null while it is in force. */
  readonly endedAt: string | null
  /** Null if it ended because the source says the same. */
  readonly endedBy: string | null
  /** The score to par of a correction that ended before differences were stored; null for all others. */
  readonly toPar: number | null
  /** The source's values at the last comparison; null if they are not known. */
  readonly seen: SeenSource | null
}

type StoredScores = CorrectedScores & { readonly toPar?: number | null }

/** All corrections of a tournament, oldest first. */
export async function listScoreCorrections(db: Db, tournamentId: number): Promise<StoredScoreCorrection[]> {
  const rows = await db
    .selectFrom('score_corrections')
    .innerJoin('users', 'users.id', 'score_corrections.made_by')
    .leftJoin('users as enders', 'enders.id', 'score_corrections.ended_by')
    .select(['score_corrections.id', 'espn_id as espnId', 'scores', 'reason', 'users.name as by'])
    .select(['made_at as at', 'ended_at as endedAt', 'enders.name as endedBy'])
    .select(['seen_to_par as seenToPar', 'seen_holes as seenHoles'])
    .where('tournament_id', '=', tournamentId)
    .orderBy('score_corrections.id')
    .execute()
  // Written by `addScoreCorrection`, so not validated again.
  return rows.map(({ scores, seenToPar, seenHoles, ...row }) => {
    const { status, rounds, toParDifference = null, toPar = null } = JSON.parse(scores) as StoredScores
    const seen = seenToPar === null ? null : { toPar: seenToPar, holes: seenHoles }
    return { ...row, status, rounds, toParDifference, toPar, seen }
  })
}

/** The corrections in force: at most one for each golfer. */
export async function listActiveScoreCorrections(db: Db, tournamentId: number): Promise<StoredScoreCorrection[]> {
  return (await listScoreCorrections(db, tournamentId)).filter(({ endedAt }) => endedAt === null)
}

type NewCorrection = {
  tournamentId: number
  espnId: string
  scores: CorrectedScores
  reason: string
  userId: number
  /** Omitted: not known. */
  seen?: SeenSource
}

/** Call it in a transaction that has locked the tournament and ended the golfer's correction before. */
export async function addScoreCorrection(trx: Db, correction: NewCorrection, now: Date): Promise<number> {
  const { status, rounds, toParDifference } = correction.scores
  const { id } = await trx
    .insertInto('score_corrections')
    .values({
      tournament_id: correction.tournamentId,
      espn_id: correction.espnId,
      scores: JSON.stringify({ status, rounds, toParDifference }),
      reason: correction.reason,
      made_by: correction.userId,
      made_at: now.toISOString(),
      seen_to_par: correction.seen?.toPar ?? null,
      seen_holes: correction.seen?.holes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps what the source says now for the next look. */
export async function saveSeenSource(db: Db, id: number, seen: SeenSource): Promise<void> {
  await db
    .updateTable('score_corrections')
    .set({ seen_to_par: seen.toPar, seen_holes: seen.holes })
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces a correction, of which the source has taken a part over, by what is left of it: by the same organiser, for the same
 * reason. False if it has ended already.
 */
export async function keepRestOfScoreCorrection(
  trx: Db,
  id: number,
  rest: { scores: CorrectedScores; seen: SeenSource },
  now: Date,
): Promise<boolean> {
  const replaced = await trx.selectFrom('score_corrections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!(await endScoreCorrection(trx, id, null, now))) return false
  const { tournament_id: tournamentId, espn_id: espnId, reason, made_by: userId } = replaced
  await addScoreCorrection(trx, { tournamentId, espnId, reason, userId, ...rest }, now)
  return true
}

/** False if it has ended already. `userId` null: the source says the same by itself. */
export async function endScoreCorrection(trx: Db, id: number, userId: number | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('score_corrections')
    .set({ ended_by: userId, ended_at: now.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
