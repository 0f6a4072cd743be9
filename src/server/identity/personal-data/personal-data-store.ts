import type { Db } from '#server/db/database.ts'

export async function listOwnEntries(db: Db, userId: number) {
  const entries = await db
    .selectFrom('entries')
    .innerJoin('tournaments', 'tournaments.id', 'entries.tournament_id')
    .select([
      'entries.id',
      'tournaments.id as tournamentId',
      'tournaments.name',
      'tournaments.start',
      'tournaments.tiebreaker_1 as question1',
      'tournaments.tiebreaker_2 as question2',
      'entries.tiebreaker_1 as answer1',
      'entries.tiebreaker_2 as answer2',
      'entries.version',
      'entries.created_at as createdAt',
      'entries.changed_at as changedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('entries.id')
    .execute()
  const picks = await db
    .selectFrom('selections')
    .innerJoin('entries', 'entries.id', 'selections.entry_id')
    .innerJoin('players', 'players.id', 'selections.player_id')
    .select(['entry_id', 'pick_index', 'players.name', 'players.espn_id as espnId'])
    .where('entries.user_id', '=', userId)
    .orderBy('entry_id')
    .orderBy('pick_index')
    .execute()
  const picksOf = Map.groupBy(picks, ({ entry_id }) => entry_id)
  return entries.map((entry) => ({ ...entry, picks: picksOf.get(entry.id) ?? [] }))
}

/** Places of the user, by tournament and entry. */
export function listOwnPlaces(db: Db, userId: number) {
  return db
    .selectFrom('results')
    .innerJoin('tournaments', 'tournaments.id', 'results.tournament_id')
    .select(['tournaments.name', 'tournaments.start', 'entry_number as entryNumber', 'place'])
    .where('user_id', '=', userId)
    .orderBy('tournaments.id')
    .orderBy('entry_number')
    .execute()
}

/** The corrections of scores that a user made. */
export function listCorrectionsBy(db: Db, userId: number) {
  return db
    .selectFrom('score_corrections')
    .innerJoin('tournaments', 'tournaments.id', 'score_corrections.tournament_id')
    .select(['tournaments.name as tournament', 'score_corrections.espn_id as espnId', 'scores', 'reason'])
    .select(['made_at as madeAt', 'ended_at as endedAt'])
    .where('made_by', '=', userId)
    .orderBy('score_corrections.id')
    .execute()
}

/** The tournaments whose scores a user was the last to enter by hand. */
export function listSheetsBy(db: Db, userId: number) {
  return db
    .selectFrom('score_sheets')
    .innerJoin('tournaments', 'tournaments.id', 'score_sheets.tournament_id')
    .select(['tournaments.name as tournament', 'published_at as publishedAt'])
    .where('published_by', '=', userId)
    .orderBy('tournament_id')
    .execute()
}

/** The invitations that these accounts used. */
export function listInvitationsOf(db: Db, accountIds: readonly string[]) {
  return db
    .selectFrom('invitation_guests')
    .innerJoin('invitations', 'invitations.id', 'invitation_guests.invitation_id')
    .innerJoin('tournaments', 'tournaments.id', 'invitations.tournament_id')
    .select(['tournaments.name as tournament', 'opened_at as openedAt', 'registered_at as registeredAt'])
    .where('account_id', 'in', ['', ...accountIds])
    .orderBy('invitation_guests.id')
    .execute()
}

/** The invitations that a user made. */
export function listInvitationsBy(db: Db, userId: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('tournaments', 'tournaments.id', 'invitations.tournament_id')
    .select(['tournaments.name as tournament', 'invitations.created_at as createdAt', 'uses', 'max_uses as maxUses'])
    .where('created_by', '=', userId)
    .orderBy('invitations.id')
    .execute()
}

/** Emails to this address. Their text is erased when they are sent. */
export function listEmailsTo(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['request_key', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

export async function findAccountTimes(db: Db, accountId: string) {
  return db.selectFrom('accounts').select(['created_at']).where('id', '=', accountId).executeTakeFirst()
}
