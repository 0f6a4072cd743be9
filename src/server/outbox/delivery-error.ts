/** What a failed attempt means for the message. */
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

/** A message that was not accepted. The text may be shown to organisers, so it never contains a secret address. */
export class DeliveryError extends Error {
  readonly failure: Failure
  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}
