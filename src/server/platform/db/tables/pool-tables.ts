import type { Generated } from 'kysely'
import type { PrizeKey } from '#domain/payments/payouts.ts'
import type { LockedChange } from '#domain/tournament/locked-change.ts'
import type { FieldState } from '#domain/tournament/tournament.ts'
import type { BooleanInt, GeneratedId, Immutable } from './columns.ts'

/** Users, tournaments, entries, scores and seasons. */
export type PoolTables = {
  users: {
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
    /** Set for a deleted user, kept only as a row that entries and places refer to (docs/rules.md, 11.7). */
    deleted_at: Generated<string | null>
    /** When somebody last entered the account by a link that somebody else had made. */
    link_used_at: Generated<string | null>
    /** The import that has added this user; null if none has, or if it has no number. */
    import_id: Generated<number | null>
    /** 1: not a person, but an address under which the import knows the user in `merged_into`. */
    is_alias: Generated<BooleanInt>
    created_at: Immutable<string>
  }

  /** A subject at a provider. Merged users have several. */
  user_identities: {
    issuer: Immutable<string>
    subject: Immutable<string>
    user_id: number
    /** 0 for an identity from a merge: its account's name and email are not copied to the user. */
    syncs_profile: Generated<BooleanInt>
    created_at: Immutable<string>
    /** The role from the provider's groups, and when they were read: `users/group-roles`. */
    group_role: Generated<'admin' | 'power' | null>
    groups_read_at: Generated<string | null>
  }

  tournaments: {
    id: GeneratedId
    espn_id: string
    name: string
    start: string
    /** When the start was first observed. Set once, by `latchStart`: what has started stays started. */
    started_at: Generated<string | null>
    /** 1: the start moves when the feed's does. */
    follows_feed: Generated<BooleanInt>
    /** The start that the feed has last given; null before. */
    feed_start: Generated<string | null>
    /** The start that entrants know, while a small move of the feed's is not told yet; null: the start. */
    told_start: Generated<string | null>
    /** When entrants were last told that the start moved with the feed's. */
    start_told_at: Generated<string | null>
    /** State of the feed's golfers at the last poll before the start; null: the field, as far as is known. */
    field_state: Generated<FieldState | null>
    active: BooleanInt
    /** Why it was ended without places; null for one that has places, is active, or was imported. */
    cancelled_reason: Generated<string | null>
    /** The organisers' text about a shared first place: empty until they write it, null where nobody shares the place. */
    decision: Generated<string | null>
    tiebreaker_1: string
    tiebreaker_2: string
    /** JSON: two texts, each a number or empty; null until organisers enter them. */
    true_answers: Generated<string | null>
    /** JSON: `Fee`; null without one. */
    fee: Generated<string | null>
    house_rules: Generated<string | null>
    /** 1: nobody is shown the Hat. */
    hides_hat: Generated<BooleanInt>
    /** Increases with every change to the response of `GET /api/tournament/{id}`, entries and user names included. */
    version: Generated<number>
    /** Like that of a user. */
    import_id: Generated<number | null>
    created_at: Immutable<string>
  }
  /** At most one row. JSON: the announcement; null if no event is announced. */
  announcements: { id: number; content: string | null }

  players: {
    id: GeneratedId
    tournament_id: Immutable<number>
    espn_id: string
    name: string
    tier: number
    sort_order: number
    /** The rank in the ranking from which the tiers were proposed; null without one. */
    world_rank: Generated<number | null>
  }

  /** `withdrawn_at`: it does not count, and only `entry-withdrawal-store` and exports read it (docs/rules.md, 2.8). */
  entries: {
    id: GeneratedId
    tournament_id: Immutable<number>
    user_id: number
    tiebreaker_1: string
    tiebreaker_2: string
    version: Generated<number>
    /** 1: until the start, its owner can neither see nor change it (docs/security.md, 10.6). */
    is_sealed: Generated<BooleanInt>
    created_at: Immutable<string>
    changed_at: string
    withdrawn_at: Generated<string | null>
    /** Null after a merge: nobody can take it back. */
    withdrawn_by: Generated<number | null>
    /** Null if the owner has withdrawn the entry themselves. */
    withdrawal_reason: Generated<string | null>
  }

  /** `pick_index` is 0 to 11: entry 1's tiers A to D, then entry 2's, then entry 3's. */
  selections: {
    entry_id: Immutable<number>
    pick_index: Immutable<number>
    tournament_id: Immutable<number>
    player_id: number
  }

  /** The seal over a tournament's entries, stored with its start; none of those that started before there were seals. */
  seals: {
    tournament_id: Immutable<number>
    /** 1: over the entries; 2: over the head, too (docs/proof.md, 3). */
    format: Generated<1 | 2>
    /** The canonical text of the head; null in format 1. */
    head: Generated<string | null>
    /** Like a leaf, SHA-256 in lower-case hex. */
    root: Immutable<string>
    size: Immutable<number>
    sealed_at: Immutable<string>
  }
  sealed_entries: {
    tournament_id: Immutable<number>
    entry_id: Immutable<number>
    leaf: Immutable<string>
  }

  /** Changes after the lock, for everybody to see. Rows are only added (docs/rules.md, 2.12). */
  changes_after_lock: {
    id: GeneratedId
    tournament_id: Immutable<number>
    kind: Immutable<LockedChange['kind']>
    /** Null for a change of the tournament itself. */
    entry_id: Immutable<number | null>
    /** Null if nobody did it. */
    made_by: number | null
    made_at: Immutable<string>
    reason: Immutable<string | null>
    /** JSON: `LockedDetail[]`; null for a change of an entry. */
    details: Immutable<string | null>
  }

  /** The places of an ended tournament's entries. A disqualified entry has null. */
  results: {
    tournament_id: Immutable<number>
    user_id: number
    entry_number: Immutable<number>
    place: number | null
    /** The import that has added it; null if none has, or if it has no number. */
    import_id: Generated<number | null>
  }

  /** Imports of results of earlier years, with what each has added. */
  imports: {
    id: GeneratedId
    file: Immutable<string>
    tournaments: Immutable<number>
    people: Immutable<number>
    results: Immutable<number>
    imported_at: Immutable<string>
    undone_at: Generated<string | null>
  }

  /** Organisers have marked this user as having paid for a tournament. */
  payments: {
    tournament_id: Immutable<number>
    user_id: Immutable<number>
    paid_at: Immutable<string>
    marked_by: number
  }

  /** Organisers have marked a prize of this entry as paid out. */
  prize_payments: {
    tournament_id: Immutable<number>
    user_id: Immutable<number>
    entry_number: Immutable<number>
    prize: Immutable<PrizeKey>
    minor: Immutable<number>
    currency: Immutable<string>
    paid_at: Immutable<string>
    marked_by: number
  }

  /** The players whom a user follows. Only that user may learn of it. */
  rivals: {
    user_id: Immutable<number>
    rival_id: Immutable<number>
  }

  /** Groups of friends, which have nothing to do with a provider's groups. `code` is that of the link to join. */
  friend_groups: {
    id: GeneratedId
    name: string
    code: string
    /** Null while the first link works. */
    link_replaced_by: number | null
    link_replaced_at: string | null
  }
  /** The members of friend groups. Only members may learn of each other. */
  friend_group_members: {
    group_id: Immutable<number>
    user_id: Immutable<number>
    joined_at: Immutable<string>
  }

  /** The newest leaderboard of each tournament, as it is served. */
  leaderboards: {
    tournament_id: Immutable<number>
    version: number
    /** The response of `GET /api/leaderboard/{id}`, as JSON. */
    body: string
    /** JSON: the data that scorecards need in addition to `body` (`EventDetails`). */
    extras: string
    feed_checked_at: string | null
  }

  /** Each version of the leaderboards: `BoardRecord` as JSON. */
  leaderboard_records: {
    tournament_id: Immutable<number>
    version: Immutable<number>
    record: string
  }

  /** Scorecards of ended tournaments, which can be read without the feed. */
  scorecards: {
    tournament_id: Immutable<number>
    espn_id: Immutable<string>
    profile: string
  }

  audit_log: {
    id: GeneratedId
    at: Immutable<string>
    /** Null for an operator's command. */
    user_id: Immutable<number | null>
    action: Immutable<string>
    /** JSON: the subject, before and after. Changed only to remove the name and address of a deleted user. */
    details: string
  }

  /** An organiser's season (docs/rules.md, 12). */
  seasons: {
    id: GeneratedId
    name: string
    /** All tournaments of this year count. Null: only the included ones. */
    year: number | null
    /** JSON: `PointsRule`. */
    points: string
    best_results: number | null
    version: Generated<number>
    created_at: Immutable<string>
  }

  /** A tournament that a season includes from another year (1) or excludes from its own (0). */
  season_tournaments: {
    season_id: Immutable<number>
    tournament_id: Immutable<number>
    counts: Immutable<BooleanInt>
  }

  /** The scores that organisers have entered for a tournament, and whether they replace those of the feed. */
  score_sheets: {
    tournament_id: Immutable<number>
    in_use: BooleanInt
    /** JSON: `ScoreDocument`. */
    document: string
    published_by: number
    published_at: string
    version: number
  }

  /** A golfer's scores that an organiser has put right; at most one per golfer is in force. */
  score_corrections: {
    id: GeneratedId
    tournament_id: Immutable<number>
    espn_id: Immutable<string>
    /** JSON: `CorrectedScores`; `toPar` instead of the difference in corrections that ended before it was stored. */
    scores: Immutable<string>
    reason: Immutable<string>
    made_by: number
    made_at: Immutable<string>
    /** Null while in force, and for a correction that ended because the source says the same. */
    ended_by: number | null
    ended_at: string | null
    /** The source's values at the last poll: the score to par with the corrected rounds, and the holes played. */
    seen_to_par: number | null
    seen_holes: number | null
  }
}
