import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Lists the entries of a person. `userIds` includes merged users, because a merge leaves withdrawn entries with them. */
export async function listOwnEntries(db: Db, userIds: readonly number[]) {
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
      'entries.withdrawn_at as withdrawnAt',
      'entries.withdrawal_reason as withdrawalReason',
    ])
    .where('user_id', 'in', userIds)
    .where(isVisible)
    .orderBy('entries.id')
    .execute()
  const picks = await db
    .selectFrom('selections')
    .innerJoin('entries', 'entries.id', 'selections.entry_id')
    .innerJoin('players', 'players.id', 'selections.player_id')
    .select(['entry_id', 'pick_index', 'players.name', 'players.espn_id as espnId'])
    .where('entries.user_id', 'in', userIds)
    .orderBy('entry_id')
    .orderBy('pick_index')
    .execute()
  const picksOf = Map.groupBy(picks, ({ entry_id }) => entry_id)
  return entries.map((entry) => ({ ...entry, picks: picksOf.get(entry.id) ?? [] }))
}

/** Nobody sees a sealed record, or one that a merge has closed, before the start: it may be another person's. */
function isVisible({ eb, or, and }: ExpressionBuilder<Tables, 'entries' | 'tournaments'>) {
  const isClosed = and([eb('withdrawn_at', 'is not', null), eb('withdrawn_by', 'is', null)])
  return or([eb('tournaments.started_at', 'is not', null), eb.not(or([eb('is_sealed', '=', 1), isClosed]))])
}

/** Lists the acts of a user and their accounts in tournaments, except entries. */
export async function listOwnActs(db: Db, userId: number, accountIds: readonly string[]) {
  return {
    invitations: await db
      .selectFrom('invitation_guests')
      .innerJoin('invitations', 'invitations.id', 'invitation_guests.invitation_id')
      .leftJoin('tournaments', 'tournaments.id', 'invitations.tournament_id')
      .select(['tournaments.name as tournament', 'opened_at as openedAt', 'registered_at as registeredAt'])
      .where('account_id', 'in', ['', ...accountIds])
      .orderBy('invitation_guests.id')
      .execute(),
    madeInvitations: await db
      .selectFrom('invitations')
      .leftJoin('tournaments', 'tournaments.id', 'invitations.tournament_id')
      .select(['tournaments.name as tournament', 'invitations.created_at as createdAt', 'uses', 'max_uses as maxUses'])
      .where('created_by', '=', userId)
      .orderBy('invitations.id')
      .execute(),
    results: await db
      .selectFrom('results')
      .innerJoin('tournaments', 'tournaments.id', 'results.tournament_id')
      .select(['tournaments.name', 'tournaments.start', 'entry_number as entryNumber', 'place'])
      .where('user_id', '=', userId)
      .orderBy('tournaments.id')
      .orderBy('entry_number')
      .execute(),
    payments: await db
      .selectFrom('payments')
      .innerJoin('tournaments', 'tournaments.id', 'payments.tournament_id')
      .select(['tournaments.name as tournament', 'paid_at as paidAt'])
      .where('user_id', '=', userId)
      .orderBy('tournaments.id')
      .execute(),
    prizesPaid: await db
      .selectFrom('prize_payments')
      .innerJoin('tournaments', 'tournaments.id', 'prize_payments.tournament_id')
      .select(['tournaments.name as tournament', 'entry_number as entryNumber', 'prize', 'minor', 'currency'])
      .select('paid_at as paidAt')
      .where('user_id', '=', userId)
      .orderBy('tournaments.id')
      .orderBy('entry_number')
      .execute(),
    corrections: await db
      .selectFrom('score_corrections')
      .innerJoin('tournaments', 'tournaments.id', 'score_corrections.tournament_id')
      .select(['tournaments.name as tournament', 'score_corrections.espn_id as espnId', 'scores', 'reason'])
      .select(['made_at as madeAt', 'ended_at as endedAt'])
      .where('made_by', '=', userId)
      .orderBy('score_corrections.id')
      .execute(),
    changesAfterLock: await db
      .selectFrom('changes_after_lock')
      .innerJoin('tournaments', 'tournaments.id', 'changes_after_lock.tournament_id')
      .select(['tournaments.name as tournament', 'kind', 'reason', 'details', 'made_at as madeAt'])
      .where('made_by', '=', userId)
      .orderBy('changes_after_lock.id')
      .execute(),
    /** The tournaments whose scores they were the last to enter by hand. */
    enteredScores: await db
      .selectFrom('score_sheets')
      .innerJoin('tournaments', 'tournaments.id', 'score_sheets.tournament_id')
      .select(['tournaments.name as tournament', 'published_at as publishedAt'])
      .where('published_by', '=', userId)
      .orderBy('tournament_id')
      .execute(),
  }
}

/** Emails to these addresses since this time. Their text is erased when they are sent. */
export function listEmailsTo(db: Db, emails: readonly string[], since: string) {
  return db
    .selectFrom('outbox')
    .select(['request_key', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('recipient', 'in', ['', ...emails])
    .where('created_at', '>=', since)
    .orderBy('id')
    .execute()
}

export async function findAccountTimes(db: Db, accountId: string) {
  return db.selectFrom('accounts').select(['created_at']).where('id', '=', accountId).executeTakeFirst()
}
