/** Entries are listed by tournament in the order of their ids, in batches. */
export const entriesByTournament = ['create index entries_by_tournament on entries (tournament_id, id)']
