import type { ScoreCorrectionList, ScoreCorrectionSubmission } from '#contract/score-correction-contract.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import {
  type CorrectedScores,
  describeCorrection,
  findCorrectionFaults,
  toParAfterRounds,
  toSeenSource,
} from '#domain/scores/score-corrections.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  toUncorrectedField,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import {
  addCorrection,
  endCorrection,
  listAllCorrections,
  listCorrections,
  type StoredCorrection,
} from './score-correction-store.ts'

export type Author = { tournamentId: number; userId: number; now: Date }

/** Those that have ended stay as they are. Call it in a transaction that has locked the tournament. */
export async function endCorrections(
  trx: Db,
  { tournamentId, userId, now }: Author,
  correctionIds: readonly number[],
): Promise<void> {
  const corrections = new Map((await listAllCorrections(trx, tournamentId)).map(({ id, espnId }) => [id, espnId]))
  for (const correctionId of correctionIds) {
    const espnId = corrections.get(correctionId)
    if (espnId === undefined) throw new Problem('not-found', { detail: 'There is no such correction.' })
    if (!(await endCorrection(trx, correctionId, userId, now))) continue
    const details = { tournamentId, correctionId, espnId }
    await addAuditEntry(trx, { userId, action: 'correction ended', details }, now)
  }
}

/**
 * Replaces the golfer's correction. The same one again changes nothing. Call it in a transaction that has locked the
 * tournament. Throws a problem if the golfer has another one than it is based on, or the scores are impossible.
 */
export async function makeCorrection(
  trx: Db,
  { tournamentId, userId, now }: Author,
  submission: ScoreCorrectionSubmission,
): Promise<void> {
  const { espnId, reason, basedOn } = submission
  const { golfer, field } = await requireSource(trx, tournamentId, espnId)
  const own = { ...toCorrectedScores(submission, golfer, field), reason }
  const inForce = (await listCorrections(trx, tournamentId)).find((correction) => correction.espnId === espnId)
  if (inForce && toText(inForce) === toText(own)) return
  const fields = findCorrectionFaults(own, golfer, field)
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
  if ((inForce?.id ?? null) !== basedOn) throw toConflict(golfer, inForce, own)
  if (inForce) await endCorrection(trx, inForce.id, userId, now)
  const seen = toSeenSource(own, golfer, field)
  const correctionId = await addCorrection(trx, { tournamentId, espnId, scores: own, reason, userId, seen }, now)
  const details = { tournamentId, correctionId, espnId }
  await addAuditEntry(trx, { userId, action: 'score corrected', details }, now)
}

/** The organiser says what the score to par is to be; stored is the difference to the source's. */
function toCorrectedScores(submission: ScoreCorrectionSubmission, golfer: Golfer, field: Field): CorrectedScores {
  const { status, rounds, toPar, sourceToPar } = submission
  const difference = toPar === null ? 0 : toPar - (sourceToPar ?? toParAfterRounds(golfer, rounds, field))
  return { status, rounds, toParDifference: difference === 0 ? null : difference }
}

/** The golfer's row as the source has it. */
async function requireSource(trx: Db, tournamentId: number, espnId: string): Promise<{ golfer: Golfer; field: Field }> {
  const board = await findLeaderboard(trx, tournamentId)
  const field = board && toUncorrectedField(board)
  const golfer = field?.golfersScores.find((row) => row.espnId === espnId)
  if (!field || !golfer) throw invalidField('espnId', 'is not on the leaderboard, so there is nothing to correct')
  return { golfer, field }
}

type Reasoned = CorrectedScores & { reason: string }

/** Names both versions. */
function toConflict({ fullName }: Golfer, other: StoredCorrection | undefined, own: Reasoned): Problem {
  const now = other ? `now has ${toText(other)} by ${other.by}` : 'is no longer corrected'
  return new Problem('correction-changed', { detail: `${fullName} ${now}. Yours: ${toText(own)}` })
}

function toText(correction: Reasoned): string {
  return `${describeCorrection(correction)} (${correction.reason})`
}

/** All corrections of a tournament, newest first, each in force with the golfer's row as its source has it. */
export async function listWithSources(db: Db, tournamentId: number): Promise<ScoreCorrectionList> {
  return toCorrectionList(await listAllCorrections(db, tournamentId), await findLeaderboard(db, tournamentId))
}

/** The same of corrections, oldest first, and a leaderboard. */
export function toCorrectionList(
  corrections: readonly StoredCorrection[],
  board: StoredLeaderboard | undefined,
): ScoreCorrectionList {
  const rows = board ? toUncorrectedField(board).golfersScores : []
  const golfers = new Map(rows.map((golfer) => [golfer.espnId, golfer]))
  return corrections.toReversed().map(({ seen: _, ...correction }) => {
    const golfer = golfers.get(correction.espnId)
    const source = correction.endedAt === null ? (golfer ?? null) : null
    return { ...correction, rounds: [...correction.rounds], golferName: golfer?.fullName ?? correction.espnId, source }
  })
}
