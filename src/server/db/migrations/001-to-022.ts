import { firstTables, idColumn } from './001-first-tables.ts'
import { outboxChannels } from './014-outbox-channels.ts'
import { auditLogWithoutNames } from './020-audit-log-without-names.ts'

export const migrations001To022 = {
  '001-first-tables': firstTables,
  /** An identity from a merge can sign in but no longer updates the user's name and email address. */
  '002-merged-identities': [
    `alter table user_identities
      add column tells_profile integer not null default 1 check (tells_profile in (0, 1))`,
    // Merging a user looks up those who were merged into them.
    `create index users_by_merged_into on users (merged_into)`,
  ],
  /** Emails that someone is waiting for are sent first. */
  '003-awaited-mails': [
    `alter table outbox
      add column is_awaited integer not null default 0 check (is_awaited in (0, 1))`,
    `update outbox set is_awaited = 1 where request_key like 'account:%' and next_attempt_at is not null`,
    // In the order of sending, without sent emails, which stay in the table permanently.
    `create index outbox_by_turn on outbox (is_awaited desc, next_attempt_at, id) where next_attempt_at is not null`,
    `drop index outbox_by_attempt`,
  ],
  /** After this time, the email is not sent, because it is no longer useful. Null: always useful. */
  '004-mails-with-an-end': [`alter table outbox add column useless_from text`],
  /** Columns named as in the code. Both databases rewrite the constraints and indexes that mention them. */
  '005-standard-column-names': [
    'alter table user_identities rename column tells_profile to syncs_profile',
    'alter table outbox rename column useless_from to expires_at',
    'alter table outbox rename column is_awaited to priority',
    'alter table selections rename column place to pick_index',
    'alter table leaderboards rename column feed_checked to feed_checked_at',
  ],
  /** Entries are listed by tournament in the order of their ids, in batches. */
  '006-entries-by-tournament': ['create index entries_by_tournament on entries (tournament_id, id)'],
  /** An operator can block a user and end the tokens that were issued before. */
  '007-blocked-users': [
    'alter table users add column is_blocked integer not null default 0 check (is_blocked in (0, 1))',
    'alter table users add column tokens_valid_from text',
  ],
  /** Second factors of accounts, and the digests of their recovery codes. */
  '008-second-factors': [
    `create table second_factors (
      account_id text primary key references accounts (id),
      secret text not null,
      last_step integer not null,
      created_at text not null
    )`,
    `create table recovery_codes (
      digest text primary key,
      account_id text not null references accounts (id)
    )`,
    'create index recovery_codes_by_account on recovery_codes (account_id)',
  ],
  /** One row, written to test whether there is space again after the disk was full. */
  '009-storage-probes': ['create table storage_probes (id integer primary key, content text not null)'],
  /** The subjects at upstream providers that can sign in to an account. */
  '010-connected-sign-ins': [
    `create table connected_sign_ins (
      id text primary key,
      account_id text not null references accounts (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      created_at text not null,
      last_used_at text not null,
      unique (issuer, subject)
    )`,
    'create index connected_sign_ins_by_account on connected_sign_ins (account_id)',
  ],
  /**
   * Invitation links, and the browsers and accounts that came through them. An account that is deleted leaves an anonymous
   * guest behind.
   */
  '011-invitations': (kind: 'sqlite' | 'postgres') => [
    `create table invitations (
      id ${idColumn(kind)},
      tournament_id integer not null references tournaments (id),
      request_key text not null unique,
      salt text not null,
      digest text not null unique,
      created_by integer not null references users (id),
      created_at text not null,
      expires_at text,
      max_uses integer check (max_uses > 0),
      uses integer not null default 0 check (uses >= 0 and (max_uses is null or uses <= max_uses)),
      is_on_wall integer not null check (is_on_wall in (0, 1)),
      revoked_at text
    )`,
    'create index invitations_by_tournament on invitations (tournament_id)',
    `create table invitation_guests (
      id ${idColumn(kind)},
      invitation_id integer not null references invitations (id),
      browser text not null,
      opened_at text not null,
      account_id text references accounts (id) on delete set null,
      registered_at text,
      unique (invitation_id, browser)
    )`,
    'create index invitation_guests_by_account on invitation_guests (account_id)',
  ],
  /**
   * One-time links to the page that creates the first admin, and what remains of people who deleted their account. A deleted
   * identity is a digest: tokens from before the deletion must not create the user again.
   */
  '012-setup-links-and-deleted-users': [
    'create table setup_links (digest text primary key, expires_at text not null)',
    'alter table users add column deleted_at text',
    'create table deleted_identities (digest text primary key, deleted_at text not null)',
    // For the last email to someone whose address is deleted.
    'alter table outbox add column is_forgotten integer not null default 0 check (is_forgotten in (0, 1))',
  ],
  /** The pictures that the feed has named. The server fetches no others for its viewers. */
  '013-feed-images': ['create table feed_images (path text primary key, first_seen text not null)'],
  '014-outbox-channels': outboxChannels,
  /** The rank by which a golfer was assigned to a tier, and copies of other servers' data, shared by all processes. */
  '015-golfer-ranks': [
    'alter table players add column world_rank integer',
    `create table source_copies (
      source text primary key,
      body text,
      fetched_at text,
      failure text,
      next_request text not null
    )`,
  ],
  /** Organisers' seasons, and the tournaments that they include from other years or exclude from their own. */
  '016-seasons': (kind: 'sqlite' | 'postgres') => [
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
  ],
  /** Pool events, each recorded once; the state of the watch that detects them; and the webhooks of chats. */
  '017-pool-events-and-webhooks': (kind: 'sqlite' | 'postgres') => [
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
  ],
  /** Push subscriptions, and each user's notification preferences. Ids of subscriptions are never reused. */
  '018-push-notifications': (kind: 'sqlite' | 'postgres') => [
    `create table push_subscriptions (
      id ${idColumn(kind)},
      user_id integer not null references users (id),
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      device text not null,
      created_at text not null
    )`,
    'create index push_subscriptions_by_user on push_subscriptions (user_id)',
    `create table notice_settings (
      user_id integer primary key references users (id),
      choices text not null,
      quiet_from text,
      quiet_to text,
      time_zone text not null,
      check ((quiet_from is null) = (quiet_to is null))
    )`,
  ],
  /**
   * A message is sent at least once. What an earlier version had handed over without an answer counts as sent, as that version
   * promised; a notification on a device is sent again, and the browser replaces the first.
   */
  '019-messages-sent-at-least-once': [
    `update outbox set sent_at = handed_over_at, next_attempt_at = null, claimed_by = null, message = '',
      attempts = attempts + 1, last_error = 'handed over, but the server ended before the answer'
      where handed_over_at is not null and next_attempt_at is not null and channel <> 'push'`,
    'delete from outbox where is_forgotten = 1 and next_attempt_at is null',
    'alter table outbox drop column handed_over_at',
    'alter table outbox rename column is_forgotten to is_deleted_when_done',
  ],
  '020-audit-log-without-names': { run: auditLogWithoutNames },
  /** A sign-in that was begun before an account's sign-ins were ended cannot be finished. */
  '021-ended-sign-ins': ['alter table accounts add column sign_ins_valid_from text'],
  /** A running process of an earlier version reads here whether it can go on. */
  '022-migrations-that-exclude-earlier': [
    'alter table migrations add column excludes_earlier smallint not null default 0',
  ],
}
