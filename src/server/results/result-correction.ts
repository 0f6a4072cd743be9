import type { ResultCorrection, ResultCorrectionPreview } from '#contract/score-correction-contract.ts'
import type { FinalPlaces } from '#domain/results/results.ts'
import { describeCorrection, type ScoreCorrection } from '#domain/scores/score-corrections.ts'
import { placeOfRow, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import {
  type Author,
  planScoreCorrections,
  type ScoreCorrectionPlan,
} from '#server/scores/corrections/score-correction-editor.ts'
import { listScoreCorrections } from '#server/scores/corrections/score-correction-store.ts'
import {
  findLeaderboard,
  type StoredLeaderboard,
  toCorrectedField,
  toUncorrectedField,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import { listClosingPlaces } from './results-store.ts'

/** The changed parts of a result that is corrected. */
export type ResultChange = {
  readonly corrections: ScoreCorrectionPlan
  /** The corrected leaderboard. */
  readonly board: StoredLeaderboard
  readonly standingsBefore: Standings
  readonly standings: Standings
}

type PlannedResult = {
  /** The version of the stored leaderboard. */
  readonly version: number
  /** The stored places. */
  readonly places: readonly FinalPlaces[]
  /** Null if all of it has been done already. */
  readonly change: ResultChange | null
}

/**
 * Computes what a correction of an ended tournament's result changes, and writes nothing. Throws a problem if it is
 * impossible, or somebody else has corrected the result since the admin saw it.
 */
export async function planResultCorrection(
  db: Db,
  tournament: TournamentRecord,
  wanted: ResultCorrection,
  author: Author,
): Promise<PlannedResult> {
  const before = await findLeaderboard(db, tournament.id)
  const places = await listClosingPlaces(db, tournament.id)
  if (tournament.active) throw new Problem('not-correctable', { detail: 'It has not ended: correct the golfers.' })
  if (!before) throw new Problem('not-correctable', { detail: 'It has no scores.' })
  if (places.length === 0)
    throw new Problem('not-correctable', { detail: 'It was ended without places. Reopen it to give it some.' })
  const corrections = planScoreCorrections(before, await listScoreCorrections(db, tournament.id), wanted, author)
  const { version } = before.message
  if (corrections.ended.length + corrections.made.length === 0) return { version, places, change: null }
  if (version !== wanted.version)
    throw new Problem('correction-changed', { detail: 'The result has been corrected. Look at the places again.' })
  const board = toCorrectedBoard(before, corrections.inForce, author.now)
  const standings = await rankEntries(db, tournament, board)
  const standingsBefore = await rankEntries(db, tournament, before)
  return { version, places, change: { corrections, board, standingsBefore, standings } }
}

function toCorrectedBoard(
  board: StoredLeaderboard,
  corrections: readonly ScoreCorrection[],
  now: Date,
): StoredLeaderboard {
  const { message, extras } = board
  const { corrected, uncorrected } = toCorrectedField(toUncorrectedField(board), corrections, message.source)
  const golfersScores = [...corrected.golfersScores]
  return {
    ...board,
    message: { ...message, version: message.version + 1, timeStamp: now.toISOString(), golfersScores },
    extras: { ...extras, uncorrected },
  }
}

const maxShownEntries = 100

/** The number of entries that get another place, and the best of them. */
export function listChanges({
  standingsBefore: before,
  standings: after,
}: ResultChange): Pick<ResultCorrectionPreview, 'changed' | 'entries'> {
  const rows = [...after.ranking.rowAtLine].filter((row) => placeOfRow(before, row) !== placeOfRow(after, row))
  const entries = rows.slice(0, maxShownEntries).map((row) => {
    const { displayName, position } = standingOfRow(after, row)
    return { name: displayName, before: standingOfRow(before, row).position, after: position }
  })
  return { changed: rows.length, entries }
}

/** What is corrected and why, a line for each golfer: "Ann Ash: R1 69. Why: the card was added up wrongly". */
export function describeChange({ corrections: { made, ended }, board }: ResultChange): string[] {
  const names = new Map(board.message.golfersScores.map(({ espnId, fullName }) => [espnId, fullName]))
  const nameOf = (espnId: string) => names.get(espnId) ?? 'A golfer'
  return [
    ...made.map(
      (correction) => `${nameOf(correction.espnId)}: ${describeCorrection(correction)}. Why: ${correction.reason}`,
    ),
    ...ended.map(({ espnId, reason }) => `${nameOf(espnId)}: the correction “${reason}” was taken back`),
  ]
}
