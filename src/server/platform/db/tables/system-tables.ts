import type { ProvisionalReason } from '#domain/tournament/field-judge.ts'
import type { Immutable } from './columns.ts'

/** State shared by all processes, and copies of other servers' data. */
export type SystemTables = {
  /** Secrets created at the first start and shared by all processes (docs/security.md, 2.4). */
  secrets: {
    name: Immutable<string>
    value: string
    created_at: Immutable<string>
  }

  /** Rate-limit counters shared by all processes (docs/security.md, 5). */
  rate_limits: {
    key: Immutable<string>
    points: number
    resets_at: string
  }

  /** Written to test whether the disk has space again. */
  storage_probes: {
    id: Immutable<number>
    content: string
  }

  /** Path and query of a picture of the feed. */
  feed_images: {
    path: Immutable<string>
    first_seen: Immutable<string>
  }

  /** The cached copy of another server's data, with the time from which the next request is allowed. */
  source_copies: {
    source: Immutable<string>
    body: string | null
    fetched_at: string | null
    failure: string | null
    next_request: string
  }

  /** The golfers that the feed has listed for an event before its start. */
  event_fields: {
    espn_id: Immutable<string>
    /** JSON: sorted athlete ids. */
    golfer_ids: string
    unchanged_since: string
    /** The reason why these golfers may not be the field; null: they are the field. */
    provisional_reason: ProvisionalReason | null
  }

  /** One row: the last nightly backup, and why the last attempt failed; null if it did not. */
  nightly_backups: {
    id: number
    file: string | null
    made_at: string | null
    bytes: number | null
    users: number | null
    failure: string | null
  }

  /** One row: where people reach the server since its last start. */
  server_addresses: {
    id: number
    public_url: string
    started_at: string
  }
}
