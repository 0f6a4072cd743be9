import type { TournamentReopening } from '#contract/tournament-contract.ts'
import { toScoreDocument } from '#domain/scores/board-scores.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Db } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { findScoreSheet, putScoreSheetAside, saveScoreSheet } from '../feed/score-sheet-store.ts'
import { Problem } from '../http/problem.ts'
import { findLeaderboard, toUncorrectedField } from '../leaderboard/leaderboard-store.ts'
import { forgetUnannouncedResults } from '../pool-events/pool-event-store.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '../tournaments/tournament-start.ts'
import {
  bumpTournamentVersion,
  findActiveTournament,
  listPlayers,
  setTournament,
  type TournamentRecord,
} from '../tournaments/tournament-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'>

/**
 * Makes an ended tournament active again, to put its result right (docs/rules.md, 5.4). Returns it, also if it is active
 * already. Throws a problem if it has not started or another one is active.
 */
export async function reopenTournament(
  { db, clock, eventBus }: Options,
  tournamentId: number,
  { asksSource }: TournamentReopening,
  adminId: number,
): Promise<TournamentRecord> {
  const reopened = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
    if (tournament.active) return tournament
    await requirePossible(trx, tournament, now)
    await setTournament(trx, tournamentId, { active: 1, cancelled_reason: null })
    await bumpTournamentVersion(trx, tournamentId)
    await forgetUnannouncedResults(trx, tournamentId)
    await chooseSource(trx, tournament, { asksSource, userId: adminId, now })
    const details = { tournamentId, asksSource }
    await addAuditEntry(trx, { userId: adminId, action: 'tournament reopened', details }, now)
    return requireTournament(trx, tournamentId)
  })
  await eventBus.publish('tournament', tournamentId)
  return reopened
}

async function requirePossible(trx: Db, tournament: TournamentRecord, now: Date): Promise<void> {
  if ((await listPlayers(trx, tournament.id)).length === 0)
    throw new Problem('not-correctable', { detail: 'It was imported, so it has no picks or scores.' })
  if (!(await observeStart(trx, tournament, now)))
    throw new Problem('not-started', { detail: 'It was ended before its start. Create it again.' })
  const active = await findActiveTournament(trx)
  if (active) throw new Problem('tournament-active', { detail: `${active.name} is active.` })
}

type Choice = { asksSource: boolean; userId: number; now: Date }

/** Scores by hand, which begin as the last ones, ask nobody (docs/rules.md, 7.7). */
async function chooseSource(trx: Db, { id, espnId }: TournamentRecord, choice: Choice): Promise<void> {
  const { asksSource, userId, now } = choice
  const board = await findLeaderboard(trx, id)
  const sheet = await findScoreSheet(trx, id)
  if (asksSource && sheet?.inUse) await putScoreSheetAside(trx, id)
  if (asksSource || !board || sheet?.inUse) return
  const document = toScoreDocument(toUncorrectedField(board), espnId, now.toISOString())
  await saveScoreSheet(trx, id, { document, userId, version: (sheet?.version ?? 0) + 1 }, now)
}
