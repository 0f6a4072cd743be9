import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { type Field, feedSource, type Golfer, type PlayerProfile, type ScoreSourceInfo } from '#domain/field/field.ts'
import { type BoardRecord, toRecord } from '#domain/history/board-history.ts'
import { toCorrectedBoard } from '#domain/scores/corrected-field.ts'
import type { ScoreCorrection } from '#domain/scores/score-corrections.ts'
import type { Course } from '#server/feed/espn-courses.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import { type Database, type Db, inTransaction } from '#server/platform/db/database.ts'
import { lockTournament } from '#server/pool/tournaments/tournament-store.ts'

/** Not part of the message to viewers; scorecards need it. */
export type EventDetails = {
  courses: readonly Course[]
  /** The rows that corrections have changed, as their source has them. */
  uncorrected: readonly Golfer[]
  /** When the source says that the scores were true; null for a leaderboard from before this was known. */
  asOf: string | null
}

export const noDetails: EventDetails = { courses: [], uncorrected: [], asOf: null }

export type StoredLeaderboard = {
  message: Leaderboard
  extras: EventDetails
  feedChecked: string | null
}

/**
 * Stores a leaderboard, and records its version in the history. False when this version or a later one is already stored:
 * versions only rise. Call it in a transaction.
 */
export async function saveLeaderboard(trx: Db, tournamentId: number, stored: StoredLeaderboard): Promise<boolean> {
  const previous = await findLeaderboard(trx, tournamentId)
  const values = {
    version: stored.message.version,
    body: JSON.stringify(stored.message),
    extras: JSON.stringify(stored.extras),
    feed_checked_at: stored.feedChecked,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('leaderboards')
    .values({ tournament_id: tournamentId, ...values })
    .onConflict((conflict) =>
      conflict.column('tournament_id').doUpdateSet(values).where('leaderboards.version', '<', values.version),
    )
    .executeTakeFirstOrThrow()
  const isSaved = numInsertedOrUpdatedRows === 1n
  if (isSaved) await addRecord(trx, tournamentId, previous?.message, stored.message)
  return isSaved
}

/** A key frame where the previous version is not in the history: leaderboards from before it was recorded. */
async function addRecord(trx: Db, tournamentId: number, previous: Leaderboard | undefined, next: Leaderboard) {
  const last = await trx
    .selectFrom('leaderboard_records')
    .select('version')
    .where('tournament_id', '=', tournamentId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const record = toRecord(previous && previous.version === last?.version ? previous : null, next)
  await trx
    .insertInto('leaderboard_records')
    .values({ tournament_id: tournamentId, version: next.version, record: JSON.stringify(record) })
    .execute()
}

/** The JSON texts of the recorded versions, in order; up to a version, if one is given. */
export async function listRecords(db: Db, tournamentId: number, upTo?: number): Promise<string[]> {
  const rows = await db
    .selectFrom('leaderboard_records')
    .select('record')
    .where('tournament_id', '=', tournamentId)
    .$if(upTo !== undefined, (query) => query.where('version', '<=', upTo ?? 0))
    .orderBy('version')
    .execute()
  return rows.map(({ record }) => record)
}

/**
 * The last version up to this board with another tee time of a golfer, and when that was: a number that rises with every
 * change of a tee time, and otherwise stays. Reads only the versions since.
 */
export async function findTeeTimeChange(
  db: Db,
  tournamentId: number,
  { version, timeStamp }: Pick<Leaderboard, 'version' | 'timeStamp'>,
) {
  const row = await db
    .selectFrom('leaderboard_records')
    .select(['version', 'record'])
    .where('tournament_id', '=', tournamentId)
    .where('version', '<=', version)
    // Tee times that end because the round has begun are not recorded (`toRecord`).
    .where('record', 'like', '%"teeTime":"%')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const record = JSON.parse(row.record) as BoardRecord
  const at = 'board' in record ? record.board.timeStamp : record[0].timeStamp
  return { count: row.version, at: new Date(at ?? timeStamp) }
}

/** Saves a leaderboard unless the tournament has ended: its last leaderboard stays (docs/rules.md, 5.2). False if it was not saved. */
export function saveLeaderboardIfActive(db: Database['db'], tournamentId: number, stored: StoredLeaderboard) {
  return inTransaction(db, async (trx) => {
    const tournament = await lockTournament(trx, tournamentId)
    return tournament?.active === true && (await saveLeaderboard(trx, tournamentId, stored))
  })
}

export async function saveFeedChecked(db: Db, tournamentId: number, at: string): Promise<void> {
  await db.updateTable('leaderboards').set({ feed_checked_at: at }).where('tournament_id', '=', tournamentId).execute()
}

export async function findLeaderboard(db: Db, tournamentId: number): Promise<StoredLeaderboard | undefined> {
  const row = await db
    .selectFrom('leaderboards')
    .selectAll()
    .where('tournament_id', '=', tournamentId)
    .executeTakeFirst()
  if (!row) return undefined
  // Written by `saveLeaderboard`, so not validated again.
  return {
    message: withSource(JSON.parse(row.body) as Leaderboard),
    extras: { ...noDetails, ...(JSON.parse(row.extras) as Partial<EventDetails>) },
    feedChecked: row.feed_checked_at,
  }
}

/** The ended tournaments with a leaderboard, latest start first, without cancelled ones. `version`: of the leaderboard. */
export function listLastResults(db: Db, limit: number): Promise<{ id: number; name: string; version: number }[]> {
  return db
    .selectFrom('leaderboards')
    .innerJoin('tournaments', 'tournaments.id', 'leaderboards.tournament_id')
    .select(['tournaments.id', 'tournaments.name', 'leaderboards.version'])
    .where('tournaments.active', '=', 0)
    .where('tournaments.cancelled_reason', 'is', null)
    .orderBy('tournaments.start', 'desc')
    .orderBy('tournaments.id', 'desc')
    .limit(limit)
    .execute()
}

/** Leaderboards from before there were other sources and corrections lack both. */
function withSource(message: Leaderboard): Leaderboard {
  if ('source' in message) return message
  const { golfersScores } = message as Leaderboard
  return {
    ...(message as Leaderboard),
    source: feedSource,
    golfersScores: golfersScores.map((golfer) => ({ ...golfer, correction: null })),
  }
}

/** A field with corrections, and the rows that these replace. */
export function toCorrectedField(
  field: Field,
  corrections: readonly ScoreCorrection[],
  source: Pick<ScoreSourceInfo, 'kind'>,
) {
  const corrected = toCorrectedBoard(field, corrections, source.kind)
  const uncorrected = field.golfersScores.filter((golfer, index) => golfer !== corrected.golfersScores[index])
  return { corrected, uncorrected }
}

/** The field as its source has it, without corrections. */
export function toUncorrectedField({ message, extras }: Pick<StoredLeaderboard, 'message' | 'extras'>): Field {
  const { currentRound, cutline, event, golfersScores } = message
  const rows = new Map(extras.uncorrected.map((golfer) => [golfer.espnId, golfer]))
  return {
    currentRound,
    cutline,
    event,
    golfersScores: golfersScores.map((golfer) => rows.get(golfer.espnId) ?? golfer),
  }
}

/** Rows per insert; a scorecard has several kilobytes. */
const batchSize = 50

/** Stores scorecards of a tournament; newer ones replace older ones. */
export async function saveScorecards(db: Db, tournamentId: number, profiles: readonly PlayerProfile[]): Promise<void> {
  const rows = profiles.map((profile) => ({
    tournament_id: tournamentId,
    espn_id: profile.espnId,
    profile: JSON.stringify(profile),
  }))
  for (const batch of toBatches(rows, batchSize)) {
    await db
      .insertInto('scorecards')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['tournament_id', 'espn_id']).doUpdateSet((eb) => ({ profile: eb.ref('excluded.profile') })),
      )
      .execute()
  }
}

export async function findScorecard(db: Db, tournamentId: number, espnId: string): Promise<PlayerProfile | undefined> {
  const row = await db
    .selectFrom('scorecards')
    .select('profile')
    .where('tournament_id', '=', tournamentId)
    .where('espn_id', '=', espnId)
    .executeTakeFirst()
  // Written by `saveScorecards`, so not validated again.
  return row && (JSON.parse(row.profile) as PlayerProfile)
}
