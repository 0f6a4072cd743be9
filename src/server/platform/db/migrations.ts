import { firstTables, idColumn } from './migrations/018-first-tables.ts'
import { auditLogWithoutNames } from './migrations/020-audit-log-without-names.ts'
import { accountRequests } from './migrations/023-account-requests.ts'
import { toParDifferences } from './migrations/050-to-par-differences.ts'
import { wholePayoutLines } from './migrations/052-whole-payout-lines.ts'
import { cancelledBeforeTheStart } from './migrations/056-cancelled-before-the-start.ts'
import { earlierChangesAfterLock } from './migrations/057-earlier-changes-after-lock.ts'

const has = (table: string) => `exists (select 1 from ${table} where ${table}.tournament_id = tournaments.id)`

/** In order, forward only. Never change a released migration; the next one is added at the end. */
export const migrations = {
  /** Under the name of the last migration of version 0.1.0, so that its databases do not get these tables again. */
  '018-push-notifications': firstTables,
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
  '023-account-requests': accountRequests,
  /** When the start was first observed. What has started, by its start or because it has places, stays started. */
  '024-started-tournaments': (kind: 'sqlite' | 'postgres') => {
    const now =
      kind === 'sqlite'
        ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
        : `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return [
      'alter table tournaments add column started_at text',
      `update tournaments set started_at = start
      where start <= ${now} or exists (select 1 from results where results.tournament_id = tournaments.id)`,
    ]
  },
  /** Changes of address that the old mailbox can still undo. */
  '025-email-changes': (kind: 'sqlite' | 'postgres') => [
    `create table email_changes (
      id ${idColumn(kind)},
      digest text not null unique,
      account_id text not null references accounts (id) on delete cascade,
      email text not null,
      expires_at text not null
    )`,
    'create index email_changes_by_account on email_changes (account_id)',
  ],
  /** Scores that organisers enter or correct. Ids of corrections are never reused. */
  '026-scores-by-hand': (kind: 'sqlite' | 'postgres') => [
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
  ],
  /** The role that the provider's groups give a sign-in, and when they were read. */
  '027-roles-from-groups': ['user_identities', 'connected_sign_ins'].flatMap((table) => [
    `alter table ${table} add column group_role text check (group_role in ('admin', 'power'))`,
    `alter table ${table} add column groups_read_at text`,
  ]),
  /** One row: the last nightly backup that was written, and why the last attempt failed, if it did. */
  '028-nightly-backups': [
    'create table nightly_backups (id integer primary key, file text, made_at text, bytes integer, users integer, failure text)',
  ],
  /** Why a tournament was ended without places. */
  '029-cancelled-tournaments': ['alter table tournaments add column cancelled_reason text'],
  /** Tournaments that ended without a leaderboard, or without places for their entries, are cancelled. Imported ones have no golfers. */
  '030-nothing-played': [
    `update tournaments set cancelled_reason = 'Nothing was played.' where active = 0 and cancelled_reason is null
      and ${has('players')} and not ${has('results')} and (not ${has('leaderboards')} or ${has('entries')})`,
  ],
  /**
   * An entry record that does not count. Without a reason its owner has withdrawn it, with one an organiser has removed it;
   * without `withdrawn_by` a merge has closed it, so nobody can take it back.
   */
  '031-withdrawn-entries': [
    'alter table entries add column withdrawn_at text',
    'alter table entries add column withdrawn_by integer references users (id)',
    'alter table entries add column withdrawal_reason text',
  ],
  /** What playing costs, as JSON (`Fee`), and who has paid. A payment belongs to a person, whatever happens to their entry. */
  '032-fees-and-payments': [
    'alter table tournaments add column fee text',
    `create table payments (
      tournament_id integer not null references tournaments (id) on delete cascade,
      user_id integer not null references users (id),
      paid_at text not null,
      marked_by integer not null references users (id),
      primary key (tournament_id, user_id)
    )`,
  ],
  /** Whether the start follows the feed's, and the start that the feed has last given. Existing tournaments keep theirs. */
  '033-feed-starts': [
    'alter table tournaments add column follows_feed integer not null default 0 check (follows_feed in (0, 1))',
    'alter table tournaments add column feed_start text',
  ],
  /** What follows when an account is entered by a link that somebody else made (docs/security.md, 10.6). */
  '034-links-by-others': [
    'alter table account_codes add column is_from_other integer not null default 0',
    'alter table users add column link_used_at text',
    'alter table entries add column is_sealed integer not null default 0',
  ],
  /** Links with which one account becomes a power user (docs/security.md, 10.7). */
  '035-organiser-links': [
    `create table organiser_links (
      digest text primary key,
      created_by integer not null references users (id),
      expires_at text not null
    )`,
  ],
  /** Links for people who only watch: they work after the start too, and lead to the home page. */
  '036-watchers-invitations': [
    'alter table invitations add column is_for_watchers integer not null default 0 check (is_for_watchers in (0, 1))',
  ],
  /** A tournament's own house rules, in Markdown. */
  '037-house-rules-of-tournaments': ['alter table tournaments add column house_rules text'],
  /** Who has let an account in before anybody has proved its address (docs/security.md, 6.5). */
  '038-admitted-accounts': ['alter table accounts add column admitted_by integer references users (id)'],
  /** At most one row, which stays to be locked: the announced event (docs/rules.md, 8.7), or null. */
  '039-announcements': ['create table announcements (id integer primary key check (id = 1), content text)'],
  /** What organisers say about a shared first place: empty until they do, null where nobody shares it. */
  '040-tie-decisions': [
    'alter table tournaments add column decision text',
    // Imported ones have no golfers.
    `update tournaments set decision = '' where active = 0
      and exists (select id from players where tournament_id = tournaments.id)
      and 1 < (select count(distinct user_id) from results where tournament_id = tournaments.id and place = 1)`,
  ],
  /** The players whom a user follows. */
  '041-rivals': [
    `create table rivals (
      user_id integer not null references users (id),
      rival_id integer not null references users (id),
      primary key (user_id, rival_id)
    )`,
  ],
  /** Sign-ins that are connected by a passkey (docs/security.md, 6.8). */
  '042-passkeys': ['passkey_name text', 'user_handle text', 'public_key text', 'counter bigint'].map(
    (column) => `alter table connected_sign_ins add column ${column}`,
  ),
  /** Groups of friends, and who is in them. */
  '043-friend-groups': (kind: 'sqlite' | 'postgres') => [
    `create table friend_groups (id ${idColumn(kind)}, name text not null, code text not null unique)`,
    `create table friend_group_members (
      group_id integer not null references friend_groups (id) on delete cascade,
      user_id integer not null references users (id),
      joined_at text not null,
      primary key (group_id, user_id)
    )`,
    'create index friend_group_members_by_user on friend_group_members (user_id)',
  ],
  /** The seal of each pool that starts from now on, and the leaves of its entries (docs/rules.md, 2.10). */
  '044-seals': [
    `create table seals (
      tournament_id integer primary key references tournaments (id) on delete cascade,
      root text not null,
      size integer not null,
      sealed_at text not null
    )`,
    `create table sealed_entries (
      tournament_id integer not null references tournaments (id) on delete cascade,
      entry_id integer not null,
      leaf text not null,
      primary key (tournament_id, entry_id)
    )`,
  ],
  /** The versions of each leaderboard, as changes. Tournaments from before have no history, or its end. */
  '045-leaderboard-records': [
    `create table leaderboard_records (
      tournament_id integer not null references tournaments (id) on delete cascade,
      version integer not null,
      record text not null,
      primary key (tournament_id, version)
    )`,
  ],
  /** How much later a browser shows scores, and is sent notifications (docs/rules.md, 7.10). */
  '046-delayed-devices': ['alter table push_subscriptions add column delay_s integer not null default 0'],
  /** The true answers to the two questions, as JSON (docs/rules.md, 2.2). */
  '047-true-answers': ['alter table tournaments add column true_answers text'],
  /** What was changed after the lock (docs/rules.md, 2.12). `details`: JSON, of changes of the tournament itself. */
  '048-changes-after-lock': (kind: 'sqlite' | 'postgres') => [
    `create table changes_after_lock (
      id ${idColumn(kind)},
      tournament_id integer not null references tournaments (id) on delete cascade,
      kind text not null,
      entry_id integer,
      made_by integer references users (id),
      made_at text not null,
      reason text,
      details text
    )`,
    'create index changes_after_lock_by_tournament on changes_after_lock (tournament_id)',
  ],
  /** What a seal covers: format 1 the entries, which is all of those from before; format 2 also its head (docs/proof.md, 3). */
  '049-seal-format': [
    'alter table seals add column format integer not null default 1 check (format in (1, 2))',
    'alter table seals add column head text',
  ],
  /** Corrections of the score to par as the difference to the source's (docs/rules.md, 7.8). */
  '050-to-par-differences': { run: toParDifferences },
  /**
   * The tag of a notification, and when a message that failed is tried again. Such a message from before keeps its next attempt.
   */
  '051-message-order': (kind: 'sqlite' | 'postgres') => {
    const tag = kind === 'sqlite' ? "json_extract(message, '$.tag')" : "message::json ->> 'tag'"
    return [
      'alter table outbox add column tag text',
      'alter table outbox add column retry_at text',
      `update outbox set tag = ${tag} where channel = 'push' and next_attempt_at is not null and message <> ''`,
      'update outbox set retry_at = next_attempt_at where next_attempt_at is not null and claimed_by is null and attempts > 0',
    ]
  },
  '052-whole-payout-lines': { run: wholePayoutLines },
  /** What the feed has listed before the start, and whether that is the field (docs/rules.md, 8.8). */
  '053-provisional-fields': [
    `create table event_fields (
      espn_id text primary key,
      golfer_ids text not null,
      unchanged_since text not null,
      provisional_reason text
    )`,
    'alter table tournaments add column field_state text',
  ],
  /** Who replaced the link of a group, and when (docs/rules.md, 4.11). */
  '054-replaced-group-links': [
    'alter table friend_groups add column link_replaced_by integer references users (id)',
    'alter table friend_groups add column link_replaced_at text',
  ],
  /** Everybody is shown what is changed after the lock, so each chat that gets any posts gets these. */
  '055-entry-changes-in-chats': [
    `update webhooks set kinds = replace(kinds, ']', ',"entry-change"]') where kinds <> '[]'`,
  ],
  '056-cancelled-before-the-start': { run: cancelledBeforeTheStart },
  '057-earlier-changes-after-lock': { run: earlierChangesAfterLock },
}
