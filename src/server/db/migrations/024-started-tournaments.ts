/** When the start was first observed. What has started, by its start or because it has places, stays started. */
export function startedTournaments(kind: 'sqlite' | 'postgres'): string[] {
  const now =
    kind === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
      : `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return [
    'alter table tournaments add column started_at text',
    `update tournaments set started_at = start
      where start <= ${now} or exists (select 1 from results where results.tournament_id = tournaments.id)`,
  ]
}
