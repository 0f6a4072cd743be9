import type { Kysely } from 'kysely'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { ChannelName } from '../db/tables/message-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { Log } from '../log.ts'
import type { QueuedMessage } from './outbox-store.ts'

/** What the outbox needs to know about a way of sending messages. */
export type Channel = {
  readonly name: ChannelName
  /** How many messages this process sends at a time. */
  readonly concurrency: number
  /**
   * The least time from one message to the next for the same recipient, in all processes together. With 0, one waits only until
   * the one before has been answered, so that they arrive in their order.
   */
  readonly recipientIntervalMs?: number
  /** Delays before the second, third, … attempt, instead of those of the outbox. */
  readonly retryDelaysMs?: readonly number[]
  /**
   * The receiver shows a message that it gets twice only once. So one whose sender died after the hand-over is sent again;
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
 * Records that the receiver may have the message from now on. Call it as late as possible: when nothing is missing but the bytes
 * without which the receiver cannot accept the message. `write` sends them, and is called right after the record. It is not
 * called if this rejects, because then another process may send the message. If this process dies after the record, the message
 * counts as sent, or is sent again by a channel that `isRepeatable`; before it, or without it, the message is sent again.
 */
export type HandOver = (write?: () => void) => Promise<void>

export type Failure =
  /**
   * Retried with growing delays, or after `afterMs`, for as long as the receiver says so: such messages need an end. The
   * recipient's other messages then wait as long.
   */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** This message will never be accepted. */
  | { readonly kind: 'refused' }
  /** This recipient accepts no message any more. */
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
