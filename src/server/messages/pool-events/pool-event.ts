import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Pool } from '#domain/entries/pool.ts'
import type { Recap } from '#domain/history/recap.ts'
import type { ObservedEvent, TimedEvent } from '#domain/notifications/pool-events.ts'
import type { ScoreAlert } from '#domain/notifications/score-alert.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { LockedChange } from '#domain/tournament/locked-change.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { StoredScoreCorrection } from '#server/scores/corrections/score-correction-store.ts'

/** A snapshot of the pool at the time of an event. It contains entries only after the start. */
export type PoolState = {
  readonly tournament: TournamentRecord
  readonly at: Date
  /** Null before the start. */
  readonly pool: Pool | null
  /** Null before the start, and without scores. */
  readonly standings: Standings | null
  readonly field: Leaderboard | null
}

/** An organiser has corrected a golfer's scores, or the correction has ended (docs/rules.md, 7.8). */
export type ScoreCorrectionEvent = {
  readonly kind: 'correction'
  readonly key: string
  readonly expiresAt: Date
  readonly correction: StoredScoreCorrection
  /** The correction has ended. */
  readonly isEnd: boolean
}

/** An entry was removed after the lock, or counts again (docs/rules.md, 2.12). */
export type EntryChangeEvent = {
  readonly kind: 'entry-change'
  readonly key: string
  readonly expiresAt: Date
  readonly change: LockedChange
}

/**
 * An event in a tournament, recorded once (docs/rules.md, 9.5). No messages about it are sent after `expiresAt`, and none at all
 * if it is late.
 */
export type PoolEvent = PoolState &
  (
    | TimedEvent
    | ObservedEvent
    | ScoreAlert
    | ScoreCorrectionEvent
    | EntryChangeEvent
    | { readonly kind: 'entries-open' | 'results'; readonly key: string; readonly expiresAt: Date }
  ) & {
    readonly isLate?: boolean
    /** The recap of a round that has ended, if its boards are recorded. */
    readonly recap?: Recap | null
  }

/**
 * Called once for each event, in the transaction that records it: what it adds to the outbox is sent exactly once. It must not
 * wait for anything but the database. After an error, the event is tried again.
 */
export type PoolEventListener = (trx: Db, event: PoolEvent) => Promise<void>
