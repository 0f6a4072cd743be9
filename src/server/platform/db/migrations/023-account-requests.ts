import { recipientRule } from './018-first-tables.ts'

const channelRule = "(channel in ('mail', 'webhook', 'push', 'account-request'))"

/** The outbox has a channel for requests about accounts, whose rows become emails. */
export function accountRequests(kind: 'sqlite' | 'postgres'): string[] {
  if (kind === 'sqlite') return rebuild()
  return [
    'alter table outbox drop constraint outbox_channel_check',
    `alter table outbox add constraint outbox_channel_check check ${channelRule}`,
  ]
}

/** SQLite cannot change a constraint. */
function rebuild(): string[] {
  const columns = `id, request_key, recipient, message, attempts, next_attempt_at, sent_at, last_error, created_at, priority,
    expires_at, is_deleted_when_done, channel, claimed_by, not_before`
  return [
    `create table new_outbox (
      id integer primary key autoincrement,
      request_key text not null, recipient text not null check ${recipientRule},
      message text not null, attempts integer not null default 0,
      next_attempt_at text, sent_at text, last_error text, created_at text not null,
      priority integer not null default 0 check (priority in (0, 1)), expires_at text,
      is_deleted_when_done integer not null default 0 check (is_deleted_when_done in (0, 1)),
      channel text not null default 'mail' check ${channelRule},
      claimed_by text, not_before text, unique (request_key, recipient)
    )`,
    `insert into new_outbox (${columns}) select ${columns} from outbox`,
    // Ids are never used twice, also those of removed rows: files and Message-IDs are named after them.
    "delete from sqlite_sequence where name = 'new_outbox'",
    "insert into sqlite_sequence (name, seq) select 'new_outbox', seq from sqlite_sequence where name = 'outbox'",
    'drop table outbox',
    'alter table new_outbox rename to outbox',
    'create index outbox_by_turn on outbox (channel, priority desc, next_attempt_at, id) where next_attempt_at is not null',
    'create index outbox_by_recipient on outbox (channel, recipient, id)',
  ]
}
