import type { Db } from '#server/platform/db/database.ts'
import type { ChannelName } from '#server/platform/db/tables/message-tables.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { QueuedMessage } from './outbox-store.ts'

/** A way of sending messages: email, chat posts or push notifications. */
export type Channel = {
  readonly name: ChannelName
  /** How many messages this process sends at a time. */
  readonly concurrency: number
  /** Longer than `send` can take: after this time, another process may send the message. */
  readonly leaseMs: number
  /**
   * The minimum interval between messages to the same recipient, across all processes. With 0, a message waits only until
   * the previous one has been answered, so that they arrive in order.
   */
  readonly recipientIntervalMs?: number
  /** Messages are sent in order only: one that failed is tried again before newer ones to the same recipient. */
  readonly isStrictlyOrdered?: boolean
  /** Delays before the second, third, … attempt, instead of those of the outbox. */
  readonly retryDelaysMs?: readonly number[]
  /** Recorded with each message that was sent, if it did not go out in the usual way. */
  readonly sentNote?: string | null
  /** Resolves once the receiver has accepted the message. Rejects with a `DeliveryError`; other errors are retried. */
  send(message: QueuedMessage): Promise<void>
  /** Runs in the transaction that gives a message up, for example to remove a recipient who is gone. */
  onGivenUp?(trx: Db, message: QueuedMessage, failure: GivenUp): Promise<void>
  /** Called when there is nothing left to send in this process. */
  closeIdle?(): void
}

export type GivenUp = { readonly kind: 'refused' | 'gone' | 'exhausted' | 'expired'; readonly reason: string }

/** Sends nothing: each message is a line in the log, without its recipient, and counts as sent. */
export function createSilentChannel(channel: Channel, log: Log): Channel {
  return {
    ...channel,
    async send({ id, payload }) {
      // Posts and pushes have a title.
      const { title } = payload as { title: string }
      log.info({ channel: channel.name, message: id, title }, 'a message was not sent, because OUTBOUND is off')
    },
  }
}

/** The consequence of a failed attempt for the message. */
export type Failure = {
  /** `later`: try again. `refused`: never accepted. `gone`: the recipient no longer accepts any message. */
  readonly kind: 'later' | 'refused' | 'gone'
  /**
   * When to try again, also for the recipient's other messages; by default, with growing delays. A receiver can ask for this
   * without limit, so such messages need `expiresAt`.
   */
  readonly afterMs?: number
}

/** A message that was not accepted. The text may be shown to organisers, so it never contains a secret address. */
export class DeliveryError extends Error {
  readonly failure: Failure
  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}
