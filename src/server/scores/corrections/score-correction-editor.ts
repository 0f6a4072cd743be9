import type {
  ResultCorrection,
  ScoreCorrectionList,
  ScoreCorrectionSubmission,
} from '#contract/score-correction-contract.ts'
import type { Field, Golfer } from '#domain/field/field.ts'
import type { User } from '#domain/permissions.ts'
import {
  type CorrectedScores,
  describeCorrection,
  findCorrectionFaults,
  type ScoreCorrection,
  type SeenSource,
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
  addScoreCorrection,
  endScoreCorrection,
  listScoreCorrections,
  type StoredScoreCorrection,
} from './score-correction-store.ts'

/** The organiser who corrects scores, and when. */
export type Author = { readonly user: Pick<User, 'id' | 'name'>; readonly now: Date }

/** A correction that is not stored yet. */
type PlannedScoreCorrection = ScoreCorrection & {
  /** The id of the golfer's correction that it replaces. */
  readonly replaces: number | null
  readonly seen: SeenSource
}

/** A correction in force. A planned one has no id yet. */
type ScoreCorrectionInForce = ScoreCorrection & { readonly id?: number }

/** What changes when an organiser corrects scores. */
export type ScoreCorrectionPlan = {
  /** The corrections that end without being replaced. */
  readonly ended: readonly StoredScoreCorrection[]
  readonly made: readonly PlannedScoreCorrection[]
  /** The corrections that are in force afterwards. */
  readonly inForce: readonly ScoreCorrection[]
}

/**
 * What ends and begins when an organiser ends and makes corrections; what has ended, or is made already, is left out.
 * Throws a problem if a golfer has another correction than the one a submission is based on, or the scores are
 * impossible. `stored` are all corrections of the tournament, `board` is its leaderboard.
 */
export function planScoreCorrections(
  board: StoredLeaderboard | undefined,
  stored: readonly StoredScoreCorrection[],
  change: Pick<ResultCorrection, 'ended' | 'corrections'>,
  author: Author,
): ScoreCorrectionPlan {
  const byId = new Map(stored.map((correction) => [correction.id, correction]))
  const active = stored.filter(({ endedAt }) => endedAt === null)
  const inForce = new Map<string, ScoreCorrectionInForce>(active.map((correction) => [correction.espnId, correction]))
  const ended: StoredScoreCorrection[] = []
  for (const id of change.ended) {
    const correction = byId.get(id)
    if (!correction) throw new Problem('not-found', { detail: 'There is no such correction.' })
    if (inForce.get(correction.espnId)?.id !== id) continue
    inForce.delete(correction.espnId)
    ended.push(correction)
  }
  const field = board && toUncorrectedField(board)
  const made: PlannedScoreCorrection[] = []
  for (const submission of change.corrections) {
    const planned = planScoreCorrection(field, inForce.get(submission.espnId), submission, author)
    if (!planned) continue
    inForce.set(planned.espnId, planned)
    made.push(planned)
  }
  return { ended, made, inForce: [...inForce.values()] }
}

/** The golfer's new correction; null if `current`, which they have now, is the same. */
function planScoreCorrection(
  field: Field | undefined,
  current: ScoreCorrectionInForce | undefined,
  submission: ScoreCorrectionSubmission,
  { user, now }: Author,
): PlannedScoreCorrection | null {
  const { espnId, reason, basedOn } = submission
  const golfer = field?.golfersScores.find((row) => row.espnId === espnId)
  if (!field || !golfer) throw invalidField('espnId', 'is not on the leaderboard, so there is nothing to correct')
  const scores = toCorrectedScores(submission, golfer, field)
  const correction = { ...scores, espnId, reason, by: user.name, at: now.toISOString() }
  if (current && toText(current) === toText(correction)) return null
  const fields = findCorrectionFaults(scores, golfer, field)
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
  const currentId = current ? current.id : null
  if (currentId !== basedOn) throw toConflict(golfer, current, correction)
  return { ...correction, replaces: basedOn, seen: toSeenSource(scores, golfer, field) }
}

/** The organiser says what the score to par is to be; stored is the difference to the source's. */
function toCorrectedScores(submission: ScoreCorrectionSubmission, golfer: Golfer, field: Field): CorrectedScores {
  const { status, rounds, toPar, sourceToPar } = submission
  const difference = toPar === null ? 0 : toPar - (sourceToPar ?? toParAfterRounds(golfer, rounds, field))
  return { status, rounds, toParDifference: difference === 0 ? null : difference }
}

/** Carries a plan out. Call it in the transaction that has locked the tournament and read what the plan was made from. */
export async function saveScoreCorrections(
  trx: Db,
  tournamentId: number,
  { ended, made }: ScoreCorrectionPlan,
  { user: { id: userId }, now }: Author,
): Promise<void> {
  for (const { id: correctionId, espnId } of ended) {
    if (!(await endScoreCorrection(trx, correctionId, userId, now))) continue
    const details = { tournamentId, correctionId, espnId }
    await addAuditEntry(trx, { userId, action: 'correction ended', details }, now)
  }
  for (const { replaces, espnId, status, rounds, toParDifference, reason, seen } of made) {
    if (replaces !== null) await endScoreCorrection(trx, replaces, userId, now)
    const scores = { status, rounds, toParDifference }
    const correctionId = await addScoreCorrection(trx, { tournamentId, espnId, scores, reason, userId, seen }, now)
    const details = { tournamentId, correctionId, espnId }
    await addAuditEntry(trx, { userId, action: 'score corrected', details }, now)
  }
}

/** The problem that names both corrections. */
function toConflict({ fullName }: Golfer, other: ScoreCorrection | undefined, own: ScoreCorrection): Problem {
  const now = other ? `now has ${toText(other)} by ${other.by}` : 'is no longer corrected'
  return new Problem('correction-changed', { detail: `${fullName} ${now}. Yours: ${toText(own)}` })
}

function toText(correction: ScoreCorrection): string {
  return `${describeCorrection(correction)} (${correction.reason})`
}

/** All corrections of a tournament, newest first, each in force with the golfer's row as its source has it. */
export async function listScoreCorrectionsWithSources(db: Db, tournamentId: number): Promise<ScoreCorrectionList> {
  return toScoreCorrectionList(await listScoreCorrections(db, tournamentId), await findLeaderboard(db, tournamentId))
}

/** The list of corrections, newest first, from corrections in the order they were made and the leaderboard. */
export function toScoreCorrectionList(
  corrections: readonly StoredScoreCorrection[],
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
