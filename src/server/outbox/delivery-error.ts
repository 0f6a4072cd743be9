/** What a failed attempt means for the message. */
export type Failure = {
  /** It is tried again; it will never be accepted; or this recipient no longer accepts any message. */
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
