export type FeedErrorReason =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'not-json'
  | 'too-large'
  | 'cut-short'
  /** JSON, but not what we were promised. */
  | 'invalid'
  | 'unknown-event'
  /** An event that the pool cannot score: teams, match play, points. */
  | 'not-supported'

/** Why the feed gave nothing that can be used. The message is in words that an organiser may read. */
export class FeedError extends Error {
  readonly reason: FeedErrorReason
  /** With the reason `status`: which. */
  readonly status: number | undefined

  constructor(reason: FeedErrorReason, message: string, cause?: unknown, status?: number) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FeedError'
    this.reason = reason
    this.status = status
  }
}
