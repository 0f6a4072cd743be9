import { expressionBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { emptyFee, type Fee } from '#domain/payments/fee.ts'
import type { Player, Tiebreakers, Tier, Tournament } from '#domain/tournament/tournament.ts'
import type { ListedPlayer, TournamentContent } from '#domain/tournament/tournament-edit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type TournamentRecord = Tournament & {
  /** Increases with every change of the tournament's response, entries and names included. */
  version: number
  /** When the start was first observed; null before. */
  startedAt: string | null
}

export type NewTournament = Omit<Tournament, 'id' | 'fee'> & Pick<TournamentContent, 'players' | 'fee'>

export async function findTournament(db: Db, tournamentId: number): Promise<TournamentRecord | undefined> {
  const row = await selectTournaments(db).where('id', '=', tournamentId).executeTakeFirst()
  return row && toTournament(row)
}

/** The active tournament, or else the one played last: never a cancelled one, nor an imported one, which has no golfers. */
export async function findCurrentTournament(db: Db): Promise<TournamentRecord | undefined> {
  const row = await selectTournaments(db)
    .where(({ eb, or }) => or([eb('active', '=', 1), hasGolfers()]))
    .where('cancelled_reason', 'is', null)
    .orderBy('active', 'desc')
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toTournament(row)
}

export async function findActiveTournament(db: Db): Promise<TournamentRecord | undefined> {
  const row = await selectTournaments(db).where('active', '=', 1).executeTakeFirst()
  return row && toTournament(row)
}

/** Newest start first. */
export async function listTournaments(db: Db): Promise<TournamentRecord[]> {
  const rows = await selectTournaments(db).orderBy('start', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toTournament)
}

/** The golfers who can be picked, by tier and order. */
export async function listPlayers(db: Db, tournamentId: number): Promise<Player[]> {
  const rows = await db
    .selectFrom('players')
    .select(['id', 'espn_id', 'name', 'tier', 'sort_order', 'world_rank'])
    .where('tournament_id', '=', tournamentId)
    .orderBy('tier')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    espnId: row.espn_id,
    // The table contains only 0 to 3.
    tier: row.tier as Tier,
    order: row.sort_order,
    ...(row.world_rank !== null && { rank: row.world_rank }),
  }))
}

/**
 * Adds a tournament with its golfers and returns its id. A second active one violates a unique constraint
 * (`isUniqueViolation`). Call it inside a transaction.
 */
export async function addTournament(trx: Db, tournament: NewTournament, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto('tournaments')
    .values({
      ...toColumns(tournament),
      espn_id: tournament.espnId,
      active: tournament.active ? 1 : 0,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await savePlayers(trx, id, tournament.players)
  return id
}

/** Saves the list of golfers. Stored golfers keep their ids. */
async function savePlayers(trx: Db, tournamentId: number, players: readonly ListedPlayer[]): Promise<void> {
  const rows = players.map(({ espnId, name, tier, order, rank = null }) => ({
    tournament_id: tournamentId,
    espn_id: espnId,
    name,
    tier,
    sort_order: order,
    world_rank: rank,
  }))
  if (rows.length === 0) return
  await trx
    .insertInto('players')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tournament_id', 'espn_id']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        tier: ref('excluded.tier'),
        sort_order: ref('excluded.sort_order'),
        world_rank: ref('excluded.world_rank'),
      })),
    )
    .execute()
}

function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

/** The columns of a tournament's content. An undefined value keeps the stored one. */
function toColumns({ name, start, followsFeed, tiebreakers, fee, houseRules }: Omit<TournamentContent, 'players'>) {
  const [tiebreaker_1, tiebreaker_2] = tiebreakers
  return {
    name,
    start,
    tiebreaker_1,
    tiebreaker_2,
    follows_feed: followsFeed === undefined ? undefined : toFlag(followsFeed),
    fee: fee && JSON.stringify(fee),
    house_rules: houseRules === undefined ? undefined : houseRules || null,
  }
}

/**
 * Replaces the content of a tournament. Golfers who stay keep their player ids; a golfer who has been picked cannot be
 * removed. Call it in a transaction that has locked the tournament.
 */
export async function changeTournament(
  trx: Db,
  tournamentId: number,
  { players, ...content }: TournamentContent,
): Promise<void> {
  await trx.updateTable('tournaments').set(toColumns(content)).where('id', '=', tournamentId).execute()
  await trx
    .deleteFrom('players')
    .where('tournament_id', '=', tournamentId)
    .where('espn_id', 'not in', ['', ...players.map(({ espnId }) => espnId)])
    .execute()
  await savePlayers(trx, tournamentId, players)
}

/**
 * Call it in a transaction that has locked the tournament. `cancelled_reason`: why it has no places; `decision`: null where
 * nobody shares the first place. A second active tournament violates a unique constraint.
 */
export async function setTournament(trx: Db, id: number, values: Updateable<Tables['tournaments']>): Promise<void> {
  await trx.updateTable('tournaments').set(values).where('id', '=', id).execute()
}

/**
 * Deletes a tournament with everything that belongs to it. Call it in a transaction that has locked the tournament. Tables
 * without an entry here are emptied by their foreign key.
 */
export async function deleteTournament(trx: Db, tournamentId: number): Promise<void> {
  const tables = [
    ...(['selections', 'entries', 'players', 'results', 'leaderboards', 'scorecards'] as const),
    ...(['season_tournaments', 'score_sheets', 'score_corrections', 'invitations'] as const),
  ]
  await trx
    .deleteFrom('invitation_guests')
    .where('invitation_id', 'in', (eb) =>
      eb.selectFrom('invitations').select('id').where('tournament_id', '=', tournamentId),
    )
    .execute()
  for (const table of tables) await trx.deleteFrom(table).where('tournament_id', '=', tournamentId).execute()
  await trx.deleteFrom('tournaments').where('id', '=', tournamentId).execute()
}

/**
 * Reads the tournament and locks it, and the saving of its entries, until the transaction ends. An update that changes
 * nothing locks in both databases. A shared lock would deadlock two saves when each of them bumps the version. Lock
 * users first (`lockUser`).
 */
export async function lockTournament(trx: Db, tournamentId: number): Promise<TournamentRecord | undefined> {
  const row = await trx
    .updateTable('tournaments')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', tournamentId)
    .returningAll()
    .returning(() => hasGolfers().as('has_golfers'))
    .executeTakeFirst()
  return row && toTournament(row)
}

function selectTournaments(db: Db) {
  return db
    .selectFrom('tournaments')
    .selectAll()
    .select(() => hasGolfers().as('has_golfers'))
}

/** False for imported tournaments only. */
function hasGolfers() {
  const { exists, selectFrom } = expressionBuilder<Tables, 'tournaments'>()
  return exists(selectFrom('players').select('players.id').whereRef('players.tournament_id', '=', 'tournaments.id'))
}

type TournamentRow = Selectable<Tables['tournaments']> & { readonly has_golfers: SqlBool }

function toTournament(row: TournamentRow): TournamentRecord {
  return {
    id: row.id,
    espnId: row.espn_id,
    name: row.name,
    start: row.start,
    active: row.active === 1,
    ...(row.follows_feed === 1 && { followsFeed: true }),
    ...(isFeedStartNews(row) && { feedStart: row.feed_start }),
    ...(row.field_state !== null && isUpcoming(row) && { fieldState: row.field_state }),
    ...(row.cancelled_reason !== null && { cancelledReason: row.cancelled_reason }),
    // Ending observes the start, so one that has ended without it was ended before.
    ...(row.cancelled_reason !== null && row.started_at === null && { endedBeforeStart: true }),
    ...(isImported(row) && { isImported: true }),
    ...(row.decision !== null && { decision: row.decision }),
    tiebreakers: [row.tiebreaker_1, row.tiebreaker_2],
    // Both are written by this server, so they need no validation.
    ...(row.true_answers !== null && { trueAnswers: JSON.parse(row.true_answers) as Tiebreakers }),
    ...(row.fee !== null && { fee: { ...emptyFee, ...(JSON.parse(row.fee) as Partial<Fee>) } }),
    ...(row.house_rules !== null && { houseRules: row.house_rules }),
    ...(row.hides_hat === 1 && { hidesHat: true }),
    version: row.version,
    startedAt: row.started_at,
  }
}

/** Whether the feed gives another start, and the tournament has not started. */
function isFeedStartNews(row: TournamentRow): row is TournamentRow & { feed_start: string } {
  return row.feed_start !== null && row.feed_start !== row.start && isUpcoming(row)
}

function isImported({ active, cancelled_reason: reason, has_golfers: hasGolfers }: TournamentRow): boolean {
  return active === 0 && reason === null && !hasGolfers
}

function isUpcoming(row: TournamentRow): boolean {
  return row.active === 1 && row.started_at === null
}

/** A tournament as every response shows it: without what only the server uses, golfers and entries. */
export function toSummary({ version: _version, startedAt: _startedAt, ...summary }: TournamentRecord) {
  return summary
}
