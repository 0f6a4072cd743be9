const has = (table: string) => `exists (select 1 from ${table} where ${table}.tournament_id = tournaments.id)`

/** Tournaments that ended without a leaderboard, or without places for their entries, are cancelled. Imported ones have no golfers. */
export const nothingPlayed = [
  `update tournaments set cancelled_reason = 'Nothing was played.' where active = 0 and cancelled_reason is null
      and ${has('players')} and not ${has('results')} and (not ${has('leaderboards')} or ${has('entries')})`,
]
