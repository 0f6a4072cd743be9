import type { Kysely } from 'kysely'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { ChannelName } from '../db/tables/message-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { Log } from '../log.ts'
import type { QueuedMessage } from './outbox-store.ts'

/** A way of sending messages: email, chat posts or push notifications. */
export type Channel = {
  readonly name: ChannelName
  /** How many messages this process sends at a time. */
  readonly concurrency: number
  /**
   * The minimum interval between messages to the same recipient, across all processes. With 0, a message waits only until
   * the previous one has been answered, so that they arrive in order.
   */
  readonly recipientIntervalMs?: number
  /** Delays before the second, third, … attempt, instead of those of the outbox. */
  readonly retryDelaysMs?: readonly number[]
  /**
   * The receiver discards duplicates. So a message whose sender died after the hand-over is sent again;
   * otherwise it counts as sent. Needs a `recipientIntervalMs`.
   */
  readonly isRepeatable?: boolean
  /** Resolves once the receiver has accepted the message. */
  send(message: QueuedMessage, handOver: HandOver): Promise<void>
  /** What a rejection of `send` means. */
  classify(error: unknown): Failure
  /** Runs in the transaction that gives a message up, for example to remove a recipient who is gone. */
  onGivenUp?(trx: Db, message: QueuedMessage, failure: GivenUp): Promise<void>
  /** Called when there is nothing left to send in this process. */
  closeIdle?(): void
}

/**
 * Records that the receiver may have the message from now on. Call it as late as possible: when only the bytes are missing
 * without which the receiver cannot accept the message. `write` sends them, and is called right after the record. It is not
 * called if this rejects, because then another process may send the message. If this process dies after the record, the message
 * counts as sent, or is sent again by a channel that `isRepeatable`; before it, or without it, the message is sent again.
 */
export type HandOver = (write?: () => void) => Promise<void>

export type Failure =
  /**
   * Retried with growing delays, or after `afterMs`, which also delays the recipient's other messages. A receiver can ask
   * for this without limit, so such messages need `expiresAt`.
   */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** This message will never be accepted. */
  | { readonly kind: 'refused' }
  /** This recipient no longer accepts messages. */
  | { readonly kind: 'gone' }

export type GivenUp = { readonly kind: 'refused' | 'gone' | 'exhausted' | 'expired'; readonly reason: string }

export type OutboxOptions = {
  readonly db: Kysely<Tables>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly timers: {
    setTimeout(work: () => void, milliseconds: number): NodeJS.Timeout
    clearTimeout(timer: NodeJS.Timeout | undefined): void
  }
}
