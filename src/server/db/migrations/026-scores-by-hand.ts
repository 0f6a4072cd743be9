import { idColumn } from './001-first-tables.ts'

/** Scores that organisers enter or correct. Ids of corrections are never reused. */
export const scoresByHand = (kind: 'sqlite' | 'postgres') => [
  `create table score_sheets (
      tournament_id integer primary key references tournaments (id),
      in_use integer not null check (in_use in (0, 1)),
      document text not null,
      published_by integer not null references users (id),
      published_at text not null,
      version integer not null
    )`,
  `create table score_corrections (
      id ${idColumn(kind)},
      tournament_id integer not null references tournaments (id),
      espn_id text not null,
      scores text not null,
      reason text not null,
      made_by integer not null references users (id),
      made_at text not null,
      ended_by integer references users (id),
      ended_at text
    )`,
  'create unique index score_corrections_in_force on score_corrections (tournament_id, espn_id) where ended_at is null',
]
