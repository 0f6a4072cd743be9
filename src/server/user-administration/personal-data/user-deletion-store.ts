import type { Db } from '#server/platform/db/database.ts'
import { hasRow } from '#server/platform/db/row-count.ts'
import { findLeaderboard, saveLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'

/** Shown instead of the name of a deleted user. */
export const deletedUserName = 'Former player'

/** No such domain exists, and no two former players share an address. */
function deletedUserAddress(userId: number): string {
  return `former-player-${userId}@player-pool.invalid`
}

/** The tournaments that show the names of these users: entered, with places, or with scores or changes after the lock that they made. By id, the order in which they are locked. */
export async function listTournamentsOf(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('entries')
    .select('tournament_id')
    .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('withdrawn_by', 'in', userIds)]))
    .union(db.selectFrom('results').select('tournament_id').where('user_id', 'in', userIds))
    .union(db.selectFrom('score_corrections').select('tournament_id').where('made_by', 'in', userIds))
    .union(db.selectFrom('changes_after_lock').select('tournament_id').where('made_by', 'in', userIds))
    .union(db.selectFrom('score_sheets').select('tournament_id').where('published_by', 'in', userIds))
    .orderBy('tournament_id')
    .execute()
  return rows.map((row) => row.tournament_id)
}

/** Removes the user's name from the last leaderboard. Returns false if it does not have it. */
export async function anonymiseLeaderboard(trx: Db, tournamentId: number, userId: number): Promise<boolean> {
  const board = await findLeaderboard(trx, tournamentId)
  if (!board) return false
  const corrections = await trx
    .selectFrom('score_corrections')
    .select(['espn_id', 'made_at'])
    .where('tournament_id', '=', tournamentId)
    .where('made_by', '=', userId)
    .execute()
  const sheets = await trx
    .selectFrom('score_sheets')
    .select('published_at')
    .where('tournament_id', '=', tournamentId)
    .where('published_by', '=', userId)
    .execute()
  const own = new Set([
    ...corrections.map(({ espn_id, made_at }) => `${espn_id} ${made_at}`),
    ...sheets.map(({ published_at }) => published_at),
  ])
  const rename = <Signed extends { by: string | null }>(signed: Signed, key: string): Signed =>
    own.has(key) ? { ...signed, by: deletedUserName } : signed
  const { version, source, golfersScores } = board.message
  const message = {
    ...board.message,
    version: version + 1,
    source: rename(source, source.since ?? ''),
    golfersScores: golfersScores.map((golfer) => {
      const { espnId, correction } = golfer
      return correction ? { ...golfer, correction: rename(correction, `${espnId} ${correction.at}`) } : golfer
    }),
  }
  if (own.size === 0) return false
  for (const { made_at } of corrections) await anonymiseRecords(trx, tournamentId, made_at)
  for (const { published_at } of sheets) await anonymiseRecords(trx, tournamentId, published_at)
  return saveLeaderboard(trx, tournamentId, { ...board, message })
}

/** Removes the name of who made a correction or published scores at this time from the history of the leaderboard. */
async function anonymiseRecords(trx: Db, tournamentId: number, time: string): Promise<void> {
  const records = await trx
    .selectFrom('leaderboard_records')
    .select(['version', 'record'])
    .where('tournament_id', '=', tournamentId)
    .where('record', 'like', `%"${time}"%`)
    .execute()
  const by = '"by":"(?:[^"\\\\]|\\\\.)*"'
  const signed = new RegExp(`${by}(?=,"at":"${time}")|(?<="since":"${time}",)${by}`, 'g')
  for (const { version, record } of records)
    await trx
      .updateTable('leaderboard_records')
      .set({ record: record.replace(signed, `"by":${JSON.stringify(deletedUserName)}`) })
      .where('tournament_id', '=', tournamentId)
      .where('version', '=', version)
      .execute()
}

/** The users who were merged into this one. */
export async function listMergedUsers(db: Db, userId: number): Promise<{ id: number; name: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('merged_into', '=', userId)
    .orderBy('id')
    .execute()
}

/** Replaces all personal data, and invalidates the tokens issued before. */
export async function anonymiseUser(trx: Db, userId: number, now: Date): Promise<void> {
  const deletedAt = now.toISOString()
  await trx
    .updateTable('users')
    .set({
      name: deletedUserName,
      email: deletedUserAddress(userId),
      email_verified: 0,
      is_admin: 0,
      is_power_user: 0,
      is_blocked: 0,
      tokens_valid_from: deletedAt,
      deleted_at: deletedAt,
    })
    .where('id', '=', userId)
    .execute()
}

/** Whether another user has this address: data stored under it may then be theirs. */
export function isSharedAddress(db: Db, email: string, userIds: readonly number[]): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('users')
      .where('email', '=', email)
      .where('id', 'not in', [0, ...userIds]),
  )
}

/** Removes the emails to these addresses and returns their ids. */
export async function removeEmailsTo(trx: Db, emails: readonly string[]): Promise<number[]> {
  const rows = await trx
    .deleteFrom('outbox')
    .where('recipient', 'in', ['', ...emails])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
