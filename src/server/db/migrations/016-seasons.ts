import { idColumn } from './001-first-tables.ts'

/** Organisers' seasons, and the tournaments that they include from other years or exclude from their own. */
export const seasons = (kind: 'sqlite' | 'postgres') => [
  `create table seasons (
      id ${idColumn(kind)},
      name text not null unique,
      year integer unique,
      points text not null,
      best_results integer check (best_results >= 1),
      version integer not null default 1,
      created_at text not null
    )`,
  `create table season_tournaments (
      season_id integer not null references seasons (id) on delete cascade,
      tournament_id integer not null references tournaments (id),
      counts integer not null check (counts in (0, 1)),
      primary key (season_id, tournament_id)
    )`,
  'create index season_tournaments_by_tournament on season_tournaments (tournament_id)',
]
