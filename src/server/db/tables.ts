import type { ColumnType, Generated } from 'kysely'

/**
 * The tables, as the newest migration leaves them. Both databases hold the same: instants are ISO 8601 texts in
 * UTC (they sort as they are), switches are 0 or 1, JSON is text.
 */

/** Set when a row is made, and never changed. */
type Immutable<T> = ColumnType<T, T, never>
type GeneratedId = Generated<number>
type BooleanInt = 0 | 1

export type UserTable = {
  id: GeneratedId
  name: string
  /** Lower case; two users may have the same one, because only the provider can vouch for it. */
  email: string
  email_verified: BooleanInt
  is_admin: Generated<BooleanInt>
  is_power_user: Generated<BooleanInt>
  /** 0 for one that came from an import and never signed in. */
  is_real: Generated<BooleanInt>
  /** When the token was issued that name and e-mail were copied from: older tokens change nothing. */
  profile_as_of: Generated<string>
  /** The user that took this one over, who has not been merged himself. No identity leads to a merged user. */
  merged_into: number | null
  created_at: Immutable<string>
}

/** Who somebody is at a provider. Several can lead to one user: merged accounts sign in with either. */
export type UserIdentityTable = {
  issuer: Immutable<string>
  subject: Immutable<string>
  user_id: number
  /** 0 for one that came along in a merge: name and e-mail of its account are not the user's. */
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
  /** Grows with every change of what `GET /api/tournament/{id}` answers: entries and names of users included. */
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

/** Places of the entries of an ended tournament; null for a disqualified one. */
export type ResultTable = {
  tournament_id: Immutable<number>
  user_id: number
  entry_number: Immutable<number>
  place: number | null
}

/** The newest field of each tournament, as it is served. */
export type LeaderboardTable = {
  tournament_id: Immutable<number>
  version: number
  /** The message `GET /api/leaderboard/{id}` answers, as JSON. */
  body: string
  /** What the feed says beyond the message (`FieldExtras` of the hub), as JSON. */
  extras: string
  feed_checked_at: string | null
}

/** Scorecards kept with an ended tournament, so that they can be read without the feed. */
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
  password_hash: string
  created_at: Immutable<string>
}

/**
 * Codes that work once: in links sent by mail (confirming an address, choosing a new password), and in the cookie
 * that signs in whoever has just registered. Only a digest of the code is kept.
 */
export type AccountCodeTable = {
  digest: Immutable<string>
  account_id: Immutable<string>
  purpose: Immutable<'confirm-email' | 'reset-password' | 'change-email' | 'sign-in'>
  /** With `change-email`: the new address. */
  email: string | null
  expires_at: Immutable<string>
}

/** What the embedded provider remembers: sessions, grants, codes, tokens. */
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

/** Secrets made at the first start and shared by all processes: signing keys, cookie keys, the XSRF key. */
export type SecretTable = {
  name: Immutable<string>
  value: string
  created_at: Immutable<string>
}

/** Mail to be sent. `request_key` makes a repeated request send nothing twice. */
export type OutboxTable = {
  id: GeneratedId
  request_key: Immutable<string>
  recipient: Immutable<string>
  /** JSON; emptied once the mail is sent or given up, because it may hold a link that signs in. */
  message: string
  attempts: Generated<number>
  /** Null when there is nothing more to try: sent, or given up. */
  next_attempt_at: string | null
  sent_at: string | null
  last_error: string | null
  /** 1: leaves before the others. */
  priority: Generated<BooleanInt>
  /** From then on it would only mislead, and is not sent any more; null for what always is of use. */
  expires_at: Generated<string | null>
  created_at: Immutable<string>
}

export type AuditLogTable = {
  id: GeneratedId
  at: Immutable<string>
  /** Null for the operator's command line. */
  user_id: Immutable<number | null>
  action: Immutable<string>
  /** JSON: what it was done to, before and after. */
  details: Immutable<string>
}

/** Counters against too many tries, shared by all processes. */
export type RateLimitTable = {
  key: Immutable<string>
  points: number
  resets_at: string
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
  provider_records: ProviderRecordTable
  secrets: SecretTable
  outbox: OutboxTable
  audit_log: AuditLogTable
  rate_limits: RateLimitTable
}
