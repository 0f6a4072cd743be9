import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { SignInConfig } from '#server/platform/settings/config.ts'

/** Why an access token is refused. Labels of a metric, so they never change. */
export type TokenRefusalReason =
  | 'not-a-jwt'
  | 'algorithm'
  /** No published key has signed it. */
  | 'key'
  | 'issuer'
  | 'audience'
  | 'expired'
  /** Not valid yet. */
  | 'early'
  | 'type'
  | 'scope'
  /** A claim is missing or malformed. */
  | 'claims'
  /** The provider's userinfo endpoint refused it, or described someone else. */
  | 'userinfo'

/** `words` are for the log: they never contain the token. */
export type TokenRefusal = { reason: TokenRefusalReason; words: string }

export const acceptedAlgorithms = ['RS256', 'PS256', 'ES256']

const maxTextLength = 200
const logIntervalMs = 60_000
const claimNames: Readonly<Record<string, string>> = { aud: 'audience', iss: 'issuer' }
const clockAdvice = 'check this clock and that of the provider'

type Expected = { signIn: SignInConfig; issuer: string; now: Date }

/** Explains an error of `jose`. The claims in the texts are from a verified signature, unless a text says otherwise. */
export function toTokenRefusal(error: errors.JOSEError, token: string, expected: Expected): TokenRefusal {
  const age = (seconds = 0) => Math.round(Math.abs(expected.now.getTime() / 1000 - seconds))
  if (error instanceof errors.JOSEAlgNotAllowed) {
    const { alg } = decodeProtectedHeader(token)
    return { reason: 'algorithm', words: `it is signed with ${show(alg)}, not with ${acceptedAlgorithms.join(' or ')}` }
  }
  if (error instanceof errors.JWTExpired)
    return { reason: 'expired', words: `it expired ${age(error.payload.exp)} s ago: ${clockAdvice}` }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error
    const words = `its ${claimNames[claim] ?? claim} is ${show(payload[claim])}`
    if (claim === 'aud') return { reason: 'audience', words: `${words}, OIDC_AUDIENCE is ${expected.signIn.audience}` }
    if (claim === 'iss')
      return { reason: 'issuer', words: `${words}, the provider at OIDC_AUTHORITY reports ${expected.issuer}` }
    if (claim === 'nbf' && typeof payload.nbf === 'number')
      return { reason: 'early', words: `it will be valid in ${age(payload.nbf)} s: ${clockAdvice}` }
    return { reason: 'claims', words }
  }
  try {
    const words = `no key that OIDC_AUTHORITY publishes has signed it; it names the issuer ${show(decodeJwt(token).iss)}`
    return { reason: 'key', words }
  } catch {
    const words = 'it is not a signed JWT: use UPSTREAM_PROVIDERS, or ask for a token of an API with OIDC_EXTRA_PARAMS'
    return { reason: 'not-a-jwt', words }
  }
}

/** Texts and lists of texts as they are; anything else by its type. */
export function show(value: unknown): string {
  if (value === undefined || value === '') return 'missing'
  const texts = [value].flat()
  if (!texts.every((text) => typeof text === 'string')) return `a ${typeof value}`
  return texts.join(', ').slice(0, maxTextLength)
}

/** A line a minute for each reason, so that a stranger's tokens never hide what is wrong with everyone's. */
export function createRefusalLog(log: Log, clock: Pick<Clock, 'now'>) {
  const seen = new Map<TokenRefusalReason, { at: number; tokens: number }>()
  return ({ reason, words }: TokenRefusal): void => {
    const now = clock.now().getTime()
    const last = seen.get(reason) ?? { at: Number.NEGATIVE_INFINITY, tokens: 0 }
    last.tokens += 1
    seen.set(reason, last)
    if (now - last.at < logIntervalMs) return
    log.warn({ reason, tokens: last.tokens }, `an access token of the sign-in provider was refused: ${words}`)
    seen.set(reason, { at: now, tokens: 0 })
  }
}
