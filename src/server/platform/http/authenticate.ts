import type { FastifyRequest } from 'fastify'
import { hasRole, type User } from '#domain/permissions.ts'
import type { Policy } from './policy-table.ts'
import { Problem } from './problem.ts'

/** A session at the embedded provider: an account, and the grant that the session's tokens name. */
export type ProviderSession = { accountId: string; grantId: string }

/** The user who sent a request, when the token expires, and when the account was last entered by somebody else’s link. */
export type SignedIn = {
  user: User
  tokenExpiresAt: Date
  linkUsedAt: string | null
  /** Null for tokens of an external provider. */
  session: ProviderSession | null
}

export type Authenticator = {
  /** Resolves a bearer token to the user as currently stored. Throws Problem('unauthenticated'). */
  authenticate(token: string): Promise<SignedIn>
  /** To be called when a signing key has been revoked. */
  clearCache(): void
}

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

/**
 * Throws a Problem unless the request's user has the policy's role. Only the Authorization header counts: a cookie never
 * authenticates an API request (docs/security.md, 2.2).
 */
export async function authenticate(
  request: FastifyRequest,
  policy: Policy,
  authenticator: Authenticator,
): Promise<void> {
  if (policy.role === 'anyone') return
  const found = await authenticator.authenticate(requireBearerToken(request.headers.authorization))
  signedIn.set(request, found)
  if (!hasRole(found.user, policy.role)) throw new Problem('forbidden')
}

/** The user of a request, refused ones included; undefined if nobody was recognised. */
export function findSignedIn(request: FastifyRequest): SignedIn | undefined {
  return signedIn.get(request)
}

/** The signed-in user of a request whose policy requires one. */
export function requireSignedIn(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request)
  if (!found) throw new Error(`The policy of ${request.routeOptions.url} does not require a signed-in user`)
  return found
}

/** The id of the user who sent a request whose policy requires one. */
export function callerId(request: FastifyRequest): number {
  return requireSignedIn(request).user.id
}

/** The token of an Authorization header. */
export function findBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

function requireBearerToken(authorization: string | undefined): string {
  const token = findBearerToken(authorization)
  if (!token) throw new Problem('unauthenticated')
  return token
}
