import { idColumn } from './001-first-tables.ts'

/** Pool events, each recorded once; the state of the watch that detects them; and the webhooks of chats. */
export const poolEventsAndWebhooks = (kind: 'sqlite' | 'postgres') => [
  `create table pool_events (
      tournament_id integer not null references tournaments (id) on delete cascade,
      event_key text not null,
      is_announced integer not null check (is_announced in (0, 1)),
      at text not null,
      primary key (tournament_id, event_key)
    )`,
  `create table pool_event_watches (
      tournament_id integer primary key references tournaments (id) on delete cascade,
      state text not null
    )`,
  `create table webhooks (
      id ${idColumn(kind)},
      service text not null check (service in ('slack', 'discord', 'teams')),
      digest text not null unique,
      sealed_url text not null,
      host text not null,
      ending text not null,
      kinds text not null,
      created_at text not null,
      last_sent_at text,
      failing_since text,
      last_error text,
      dead_since text
    )`,
]
