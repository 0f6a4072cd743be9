import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Pool } from '#domain/entries/pool.ts'
import type { ObservedEvent, TimedEvent } from '#domain/notifications/pool-events.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import type { Db } from '../db/database.ts'
import type { TournamentRecord } from '../tournaments/tournament-store.ts'

/** What an event is about, as it was when the event was noticed. Entries are in it only after the start. */
export type PoolState = {
  readonly tournament: TournamentRecord
  readonly at: Date
  /** Null before the start. */
  readonly pool: Pool | null
  /** Null before the start, and without scores. */
  readonly standings: Standings | null
  readonly field: Leaderboard | null
}

type BareEvent =
  | TimedEvent
  | { readonly kind: 'entries-open' | 'results'; readonly key: string; readonly expiresAt: Date }
  | (ObservedEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'isLate'> : never) : never)

/** Something that has happened in a tournament, once (docs/rules.md, 9.5). Nobody is told of it after `expiresAt`. */
export type PoolEvent = PoolState & BareEvent

/**
 * Called once for each event, in the transaction that records it: what it adds to the outbox is sent exactly once. It must not
 * wait for anything but the database. An error makes the event be tried again.
 */
export type PoolEventListener = (trx: Db, event: PoolEvent) => Promise<void>

/** Listed golfers who have left the event before the start. It never says who picked them. */
export type GolfersOut = {
  readonly tournament: TournamentRecord
  readonly at: Date
  readonly golfers: readonly UnavailableGolfer[]
}

/** Like a `PoolEventListener`, once for each golfer. */
export type GolfersOutListener = (trx: Db, event: GolfersOut) => Promise<void>
