import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/**
 * `unreachable`: the provider did not respond, or its description is unusable. `denied`: the person or the provider
 * cancelled the sign-in. `rejected`: the response cannot be believed, or the provider refused our request.
 */
export type UpstreamErrorKind = 'unreachable' | 'denied' | 'rejected'

/** A sign-in at an upstream provider that failed. `message` is for the log and never contains a token or a secret. */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind

  constructor(kind: UpstreamErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const denials = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'account_selection_required',
])
const timeouts = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** Explains an error of `openid-client` or of the network. Keeps names only, because the details can contain tokens. */
export function toUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (error instanceof AuthorizationResponseError) {
    const reason = toErrorCode(error.error)
    return new UpstreamError(denials.has(reason) ? 'denied' : 'rejected', `the provider returned the error ${reason}`)
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 ? 'unreachable' : 'rejected'
    return new UpstreamError(kind, `an endpoint returned ${toErrorCode(error.error)} with status ${error.status}`)
  }
  if (error instanceof ClientError) return fromClientError(error)
  // `fetch` rejects with a TypeError whose cause is that of the network.
  if (error instanceof TypeError) return new UpstreamError('unreachable', `${error.message}${describeCause(error)}`)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new UpstreamError('unreachable', 'there was no response in time')
  return new UpstreamError('rejected', error instanceof Error ? error.message : 'unknown')
}

function fromClientError(error: ClientError): UpstreamError {
  if (timeouts.has(error.code ?? '')) return new UpstreamError('unreachable', 'there was no response in time')
  const { cause } = error
  if (cause instanceof Response) {
    const kind = cause.status >= 500 ? 'unreachable' : 'rejected'
    return new UpstreamError(kind, `${error.message} (${cause.status})`)
  }
  const detail = cause instanceof Error ? `: ${cause.message}` : ''
  return new UpstreamError('rejected', `${error.message}${detail}${describeClaim(cause)}`)
}

/** An error code as a provider sends it. Anything else is not repeated. */
function toErrorCode(text: string): string {
  return /^[\w.-]{1,60}$/.test(text) ? text : 'unknown'
}

function describeCause({ cause }: Error): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
  return code === undefined ? '' : ` (${code})`
}

/** Names the claim that was wrong. The usual mistakes of a set-up are the issuer and the audience. */
function describeClaim(cause: unknown): string {
  const details = cause instanceof Error ? cause.cause : undefined
  if (typeof details !== 'object' || details === null || !('claim' in details)) return ''
  const { claim, claims, expected } = details as {
    claim: unknown
    claims?: Record<string, unknown>
    expected?: unknown
  }
  if (claim !== 'iss' && claim !== 'aud') return ` (${String(claim)})`
  return ` (${claim} is ${JSON.stringify(claims?.[claim])}, expected ${JSON.stringify(expected)})`
}
