import { ShownError } from '#server/platform/http/problem.ts'

export type FeedErrorReason =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'not-json'
  | 'too-large'
  | 'cut-short'
  /** JSON of an unexpected shape. */
  | 'invalid'
  | 'unknown-event'
  /** The pool cannot score the event (docs/rules.md, 7.2). */
  | 'not-supported'

/** HTTP statuses with which a source refuses: asking again will not help. */
export const refusals: Readonly<Partial<Record<number, 'refused' | 'missing' | 'throttled'>>> = {
  401: 'refused',
  403: 'refused',
  404: 'missing',
  410: 'missing',
  429: 'throttled',
  451: 'refused',
}

/** The message is shown to users. */
export class FeedError extends ShownError {
  readonly problem = 'feed-unavailable'
  readonly reason: FeedErrorReason
  /** The HTTP status, if that is the reason. */
  readonly status: number | undefined
  /** For how long not to ask again. */
  readonly retryAfterMs: number | undefined

  constructor(reason: FeedErrorReason, message: string, cause?: unknown, status?: number, retryAfterMs?: number) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FeedError'
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
