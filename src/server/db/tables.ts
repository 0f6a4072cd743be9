import type { ColumnType, Generated } from 'kysely'

/**
 * The tables after the newest migration. They are the same in both databases: times are ISO 8601 text in UTC, which
 * sorts correctly, booleans are 0 or 1, and JSON is text (docs/decisions/003-two-databases-one-sql.md).
 */

/** Set on insert and never updated. */
type Immutable<T> = ColumnType<T, T, never>
type GeneratedId = Generated<number>
type BooleanInt = 0 | 1

export type UserTable = {
  id: GeneratedId
  name: string
  /** Lower case and not unique, because only the provider can verify it. */
  email: string
  email_verified: BooleanInt
  is_admin: Generated<BooleanInt>
  is_power_user: Generated<BooleanInt>
  /** 0 for a user from an import who has never signed in. */
  is_real: Generated<BooleanInt>
  /** Issue time of the token that name and email were copied from. Older tokens change nothing. */
  profile_as_of: Generated<string>
  /** The user that this one was merged into, who is never merged themselves. No identity leads to a merged user. */
  merged_into: number | null
  /** 1: every token and sign-in is refused. */
  is_blocked: Generated<BooleanInt>
  /** The time of the last block: tokens issued before stay refused after its end. */
  tokens_valid_from: Generated<string | null>
  /** Set for a former player: only a row that entries and places refer to (docs/rules.md, 11.7). */
  deleted_at: Generated<string | null>
  created_at: Immutable<string>
}

/** A subject at a provider. Merged users have several. */
export type UserIdentityTable = {
  issuer: Immutable<string>
  subject: Immutable<string>
  user_id: number
  /** 0 for an identity from a merge: its account's name and email are not copied to the user. */
  syncs_profile: Generated<BooleanInt>
  created_at: Immutable<string>
}

export type TournamentTable = {
  id: GeneratedId
  espn_id: string
  name: string
  start: string
  active: BooleanInt
  tiebreaker_1: string
  tiebreaker_2: string
  /** Increases with every change to the response of `GET /api/tournament/{id}`, entries and user names included. */
  version: Generated<number>
  created_at: Immutable<string>
}

export type PlayerTable = {
  id: GeneratedId
  tournament_id: Immutable<number>
  espn_id: string
  name: string
  tier: number
  sort_order: number
  /** In the ranking from which the tiers were proposed; null without one. */
  world_rank: Generated<number | null>
}

export type EntryTable = {
  id: GeneratedId
  tournament_id: Immutable<number>
  user_id: number
  tiebreaker_1: string
  tiebreaker_2: string
  version: Generated<number>
  created_at: Immutable<string>
  changed_at: string
}

/** `pick_index` is 0 to 11: entry 1's tiers A to D, then entry 2's, then entry 3's. */
export type SelectionTable = {
  entry_id: Immutable<number>
  pick_index: Immutable<number>
  tournament_id: Immutable<number>
  player_id: number
}

/** The places of an ended tournament's entries. A disqualified entry has null. */
export type ResultTable = {
  tournament_id: Immutable<number>
  user_id: number
  entry_number: Immutable<number>
  place: number | null
}

/** The newest leaderboard of each tournament, as it is served. */
export type LeaderboardTable = {
  tournament_id: Immutable<number>
  version: number
  /** The response of `GET /api/leaderboard/{id}`, as JSON. */
  body: string
  /** What scorecards need beyond that response (`EventDetails`), as JSON. */
  extras: string
  feed_checked_at: string | null
}

/** Scorecards of ended tournaments, which can be read without the feed. */
export type ScorecardTable = {
  tournament_id: Immutable<number>
  espn_id: Immutable<string>
  profile: string
}

/** An account of the embedded provider. */
export type AccountTable = {
  id: Immutable<string>
  /** Lower case. */
  email: string
  email_verified: BooleanInt
  name: string
  /** Empty for an account without a password, which signs in at an upstream provider. */
  password_hash: string
  created_at: Immutable<string>
}

/** A subject at an upstream provider that signs in to an account. The pair of issuer and subject is unique. */
export type ConnectedSignInTable = {
  id: Immutable<string>
  account_id: Immutable<string>
  issuer: Immutable<string>
  subject: Immutable<string>
  /** The address at the provider when it was connected, by which its owner recognises it. */
  email: Immutable<string | null>
  created_at: Immutable<string>
  last_used_at: string
}

/** One-time codes of emailed links and sign-in tickets. Only their digests are stored (docs/security.md, 2.5). */
export type AccountCodeTable = {
  digest: Immutable<string>
  account_id: Immutable<string>
  purpose: Immutable<'confirm-email' | 'reset-password' | 'change-email' | 'sign-in'>
  /** The new address, for `change-email`. */
  email: string | null
  expires_at: Immutable<string>
}

/** One-time links that create the first admin. Only their digests are stored (docs/security.md, 2.7). */
export type SetupLinkTable = { digest: Immutable<string>; expires_at: Immutable<string> }

/** Identities whose users were deleted: their tokens from before that time are refused. */
export type DeletedIdentityTable = { digest: Immutable<string>; deleted_at: string }

/** Codes from an authenticator app. A row means that the account needs one to sign in. */
export type SecondFactorTable = {
  account_id: Immutable<string>
  /** Encrypted (docs/security.md, 6.6). */
  secret: Immutable<string>
  /** The time step of the last code that was used: neither it nor an earlier one is accepted again. */
  last_step: number
  created_at: Immutable<string>
}

export type RecoveryCodeTable = { digest: Immutable<string>; account_id: Immutable<string> }

/** The embedded provider's sessions, grants, codes and tokens. */
export type ProviderRecordTable = {
  model: Immutable<string>
  id: Immutable<string>
  payload: string
  account_id: string | null
  grant_id: string | null
  uid: string | null
  user_code: string | null
  consumed_at: string | null
  expires_at: string | null
}

/** Secrets created at the first start and shared by all processes (docs/security.md, 2.4). */
export type SecretTable = {
  name: Immutable<string>
  value: string
  created_at: Immutable<string>
}

/** Ways to send a message to somebody. */
export type ChannelName = 'mail' | 'webhook' | 'push'

/** Emails, posts and pushes to send. The unique `request_key` makes requests idempotent. */
export type OutboxTable = {
  id: GeneratedId
  channel: Immutable<ChannelName>
  request_key: Immutable<string>
  recipient: Immutable<string>
  /** JSON. Emptied once it is sent or abandoned, because it can contain a link that signs in. */
  message: string
  attempts: Generated<number>
  /** Null once it is sent or abandoned. While it is being sent: when the claim ends. */
  next_attempt_at: string | null
  /** Whoever is sending it. */
  claimed_by: Generated<string | null>
  /** From this time on, the receiver may have accepted it. */
  handed_over_at: Generated<string | null>
  /** Not sent before this time. Null: as soon as possible. */
  not_before: Generated<string | null>
  sent_at: Generated<string | null>
  last_error: Generated<string | null>
  /** 1: sent before all others. */
  priority: Generated<BooleanInt>
  /** 1: the row is removed once it is sent or abandoned. */
  is_forgotten: Generated<BooleanInt>
  /** Not sent after this time. Null: always useful. */
  expires_at: Generated<string | null>
  created_at: Immutable<string>
}

export type AuditLogTable = {
  id: GeneratedId
  at: Immutable<string>
  /** Null for an operator's command. */
  user_id: Immutable<number | null>
  action: Immutable<string>
  /** JSON: the subject, before and after. Changed only to remove the name and address of a deleted user. */
  details: string
}

/** Rate-limit counters shared by all processes (docs/security.md, 5). */
export type RateLimitTable = {
  key: Immutable<string>
  points: number
  resets_at: string
}

/** Links that let people create an account and lead them to a tournament's entry form (docs/security.md, 20). */
export type InvitationTable = {
  id: GeneratedId
  tournament_id: Immutable<number>
  /** Makes creating one idempotent. */
  request_key: Immutable<string>
  /** With a key of the table `secrets`, gives the token. */
  salt: Immutable<string>
  /** SHA-256 of the token. */
  digest: Immutable<string>
  created_by: Immutable<number>
  created_at: Immutable<string>
  /** Null: the tournament's start. */
  expires_at: Immutable<string | null>
  /** The number of accounts that it can create. Null: no limit. */
  max_uses: Immutable<number | null>
  uses: Generated<number>
  /** 1: the wall display shows it. */
  is_on_wall: Immutable<BooleanInt>
  revoked_at: string | null
}

/** A browser in which an invitation was opened, or an account that it created. */
export type InvitationGuestTable = {
  id: GeneratedId
  invitation_id: Immutable<number>
  /** SHA-256 of the browser's random id. */
  browser: Immutable<string>
  opened_at: Immutable<string>
  account_id: string | null
  /** When the invitation created the account. Null for people who had one. */
  registered_at: string | null
}

/** Written to find out whether the disk has room again. */
export type StorageProbeTable = {
  id: Immutable<number>
  content: string
}

/** Path and query of a picture of the feed. */
export type FeedImageTable = {
  path: Immutable<string>
  first_seen: Immutable<string>
}

/** An organiser's season (docs/rules.md, 12). */
export type SeasonTable = {
  id: GeneratedId
  name: string
  /** All tournaments of this year count. Null: only those that are named. */
  year: number | null
  /** JSON: `PointsRule`. */
  points: string
  best_results: number | null
  version: Generated<number>
  created_at: Immutable<string>
}

/** A tournament that counts although it is not of the season's year (1), or does not although it is (0). */
export type SeasonTournamentTable = {
  season_id: Immutable<number>
  tournament_id: Immutable<number>
  counts: Immutable<BooleanInt>
}

/** The last copy of another server's data, with the time from which the next request is allowed. */
export type SourceCopyTable = {
  source: Immutable<string>
  body: string | null
  fetched_at: string | null
  failure: string | null
  next_request: string
}

/** What has happened in a tournament (docs/rules.md, 9.5). The key makes each event unique. */
export type PoolEventTable = {
  tournament_id: Immutable<number>
  event_key: Immutable<string>
  /** 0: it was noticed too late to be announced. */
  is_announced: Immutable<BooleanInt>
  at: Immutable<string>
}

/** What the last responses of the feed have shown, as JSON (`WatchState`). */
export type PoolEventWatchTable = {
  tournament_id: Immutable<number>
  state: string
}

/** Chats that are told of pool events. */
export type WebhookTable = {
  id: GeneratedId
  service: Immutable<'slack' | 'discord' | 'teams'>
  /** SHA-256 of the URL, so that no chat is told twice. */
  digest: Immutable<string>
  /** The URL, encrypted (docs/security.md, 22.2). */
  sealed_url: string
  host: Immutable<string>
  /** The last four characters of the URL. */
  ending: Immutable<string>
  /** JSON: the kinds of posts that are switched on. */
  kinds: string
  created_at: Immutable<string>
  last_sent_at: Generated<string | null>
  /** The first failure since the last post that was accepted. */
  failing_since: Generated<string | null>
  last_error: Generated<string | null>
  /** When the service said that the webhook no longer exists. */
  dead_since: Generated<string | null>
}

/** A browser that shows a person's notifications (RFC 8030). A changed one is a new row. */
export type PushSubscriptionTable = {
  id: GeneratedId
  user_id: number
  /** The address at the browser's push service, which only they and we know. */
  endpoint: Immutable<string>
  /** The browser's public key, base64url. */
  p256dh: Immutable<string>
  /** A secret of the browser's that authenticates messages, base64url. */
  auth: Immutable<string>
  /** A name for the list of devices. */
  device: Immutable<string>
  created_at: Immutable<string>
}

/** What a person wants to be told of (docs/rules.md, 9.7). */
export type NoticeSettingsTable = {
  user_id: Immutable<number>
  /** JSON: `NoticeChoices`. */
  choices: string
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string
}

export type Tables = {
  users: UserTable
  user_identities: UserIdentityTable
  tournaments: TournamentTable
  players: PlayerTable
  entries: EntryTable
  selections: SelectionTable
  results: ResultTable
  leaderboards: LeaderboardTable
  scorecards: ScorecardTable
  accounts: AccountTable
  account_codes: AccountCodeTable
  setup_links: SetupLinkTable
  deleted_identities: DeletedIdentityTable
  connected_sign_ins: ConnectedSignInTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  provider_records: ProviderRecordTable
  secrets: SecretTable
  outbox: OutboxTable
  audit_log: AuditLogTable
  rate_limits: RateLimitTable
  storage_probes: StorageProbeTable
  feed_images: FeedImageTable
  source_copies: SourceCopyTable
  invitations: InvitationTable
  invitation_guests: InvitationGuestTable
  seasons: SeasonTable
  season_tournaments: SeasonTournamentTable
  pool_events: PoolEventTable
  pool_event_watches: PoolEventWatchTable
  webhooks: WebhookTable
  push_subscriptions: PushSubscriptionTable
  notice_settings: NoticeSettingsTable
}
