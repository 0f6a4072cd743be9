/**
 * The outbox has messages of several channels. Only the recipients of emails are addresses. A claim identifies the sending
 * process, and `handed_over_at` is set before the receiver can accept the message.
 */
export function outboxChannels(kind: 'sqlite' | 'postgres'): string[] {
  return [
    ...(kind === 'sqlite' ? rebuild() : alter()),
    'create index outbox_by_turn on outbox (channel, priority desc, next_attempt_at, id) where next_attempt_at is not null',
    'create index outbox_by_recipient on outbox (channel, recipient, id)',
  ]
}

const address =
  "length(recipient) between 3 and 254 and recipient = lower(recipient) and recipient like '%_@_%' and recipient not like '%@%@%' " +
  [' ', ',', ';', '"', '<', '>', '\n', '\r'].map((sign) => `and recipient not like '%${sign}%'`).join(' ')
export const recipientRule = `(length(recipient) between 1 and 254 and (channel <> 'mail' or (${address})))`
const channelRule = "(channel in ('mail', 'webhook', 'push'))"

function alter(): string[] {
  return [
    'drop index outbox_by_turn',
    'alter table outbox drop constraint outbox_recipient_check',
    `alter table outbox add column channel text not null default 'mail' check ${channelRule}`,
    'alter table outbox add column claimed_by text',
    'alter table outbox add column handed_over_at text',
    'alter table outbox add column not_before text',
    `alter table outbox add constraint outbox_recipient_check check ${recipientRule}`,
  ]
}

/** SQLite cannot change a constraint. */
function rebuild(): string[] {
  const kept = `id, request_key, recipient, message, attempts, next_attempt_at, sent_at, last_error, created_at, priority,
    expires_at, is_forgotten`
  return [
    `create table new_outbox (
      id integer primary key autoincrement,
      request_key text not null,
      recipient text not null check ${recipientRule},
      message text not null,
      attempts integer not null default 0,
      next_attempt_at text,
      sent_at text,
      last_error text,
      created_at text not null,
      priority integer not null default 0 check (priority in (0, 1)),
      expires_at text,
      is_forgotten integer not null default 0 check (is_forgotten in (0, 1)),
      channel text not null default 'mail' check ${channelRule},
      claimed_by text,
      handed_over_at text,
      not_before text,
      unique (request_key, recipient)
    )`,
    `insert into new_outbox (${kept}) select ${kept} from outbox`,
    // Ids are never used twice, also those of removed rows: files and Message-IDs are named after them.
    "delete from sqlite_sequence where name = 'new_outbox'",
    "insert into sqlite_sequence (name, seq) select 'new_outbox', seq from sqlite_sequence where name = 'outbox'",
    'drop table outbox',
    'alter table new_outbox rename to outbox',
  ]
}
