import type { Db } from '#server/platform/db/database.ts'

/** Everybody with an entry record in a tournament, or this user alone, and whether they have paid the fee. */
export async function listPayers(db: Db, tournamentId: number, userId?: number) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.user_id', '=', 'entries.user_id')
        .onRef('payments.tournament_id', '=', 'entries.tournament_id'),
    )
    .select(['entries.user_id as userId', 'users.name', 'withdrawn_at', 'paid_at'])
    .where('entries.tournament_id', '=', tournamentId)
    .$if(userId !== undefined, (query) => query.where('entries.user_id', '=', userId ?? 0))
    .orderBy('entries.user_id')
    .execute()
  return rows.map(({ withdrawn_at, paid_at, ...person }) => ({
    ...person,
    isEntered: withdrawn_at === null,
    isPaid: paid_at !== null,
  }))
}
