/** What organisers say about a shared first place: empty until they do, null where nobody shares it. */
export const tieDecisions = [
  'alter table tournaments add column decision text',
  // Imported ones have no golfers.
  `update tournaments set decision = '' where active = 0
      and exists (select id from players where tournament_id = tournaments.id)
      and 1 < (select count(distinct user_id) from results where tournament_id = tournaments.id and place = 1)`,
]
