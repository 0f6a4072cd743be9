import type { TieDecision } from '#contract/tournament-contract.ts'
import { describeDecisions } from '#domain/results/prize-order.ts'
import { noAnswers, type Tiebreakers } from '#domain/tournament/tournament.ts'
import type { ResultNotification } from '#server/messages/notifications/results.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { addLockedChange } from '#server/pool/tournaments/locked-change-store.ts'
import { requirePlayedHere, requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { type LockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { setTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'

/**
 * Stores the true answers, and in words who wins a shared first place. Throws a problem if no first place is shared, or
 * nothing has been played. Those who were sent a result that says something else about ties are told. A repeat changes nothing.
 */
export async function decideTie(
  trx: Db,
  { tournament, now }: LockedTournament,
  decided: TieDecision,
  { userId, notifyOfResult }: { userId: number; notifyOfResult: ResultNotification },
): Promise<TournamentRecord> {
  if (tournament.active && !(await observeStart(trx, tournament, now))) throw new Problem('not-started')
  requirePlayedHere(tournament)
  const isTied = tournament.active || tournament.decision !== undefined
  if (tournament.cancelledReason !== undefined || (!isTied && decided.decision !== '')) throw new Problem('no-tie')
  const { decision = '', trueAnswers = noAnswers } = tournament
  const { trueAnswers: known = trueAnswers } = decided
  if (decided.decision === decision && JSON.stringify(known) === JSON.stringify(trueAnswers)) return tournament
  const columns = { true_answers: JSON.stringify(known), ...(isTied && { decision: decided.decision }) }
  await setTournament(trx, tournament.id, columns)
  await bumpTournamentVersion(trx, tournament.id)
  await addAnswersChange(trx, tournament, { answers: known, userId, now })
  const details = { tournamentId: tournament.id, ...decided }
  await addAuditEntry(trx, { userId, action: 'tie decided', details }, now)
  const changed = await requireTournament(trx, tournament.id)
  if (!tournament.active) await tellOfChange(trx, tournament, changed, { notifyOfResult, now })
  return changed
}

async function tellOfChange(
  trx: Db,
  before: TournamentRecord,
  tournament: TournamentRecord,
  { notifyOfResult, now }: { notifyOfResult: ResultNotification; now: Date },
): Promise<void> {
  const board = await findLeaderboard(trx, tournament.id)
  if (!board) return
  const standings = await rankEntries(trx, tournament, board)
  const decisions = describeDecisions(standings, tournament)
  if (decisions.join() === describeDecisions(standings, before).join()) return
  const corrections = decisions.length > 0 ? decisions : ['What was decided about ties no longer holds.']
  await notifyOfResult(trx, { tournament, standings, corrections }, now)
}

type AnswersChange = { answers: Tiebreakers; userId: number; now: Date }

/** Lets everybody see who has given or cleared the true answers, and which they were. Nothing if they stay the same. */
export async function addAnswersChange(
  trx: Db,
  tournament: TournamentRecord,
  { answers, userId, now }: AnswersChange,
): Promise<void> {
  const { id: tournamentId, tiebreakers, trueAnswers = noAnswers } = tournament
  const toText = (given: Tiebreakers) =>
    given.flatMap((answer, index) => (answer === '' ? [] : [`${tiebreakers[index]}: ${answer}`])).join('\n')
  const [before, after] = [toText(trueAnswers), toText(answers)]
  // Before the start, there are no changes after the lock.
  if (before === after || !(await observeStart(trx, tournament, now))) return
  const details = [{ field: 'trueAnswers' as const, before, after }]
  await addLockedChange(trx, { tournamentId, userId, kind: 'details-changed', details }, now)
}
