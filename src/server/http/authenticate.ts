import type { FastifyRequest } from 'fastify'
import { hasRole, type User } from '#domain/permissions.ts'
import type { Policy } from './policy-table.ts'
import { Problem } from './problem.ts'

/** The user that a request comes from, and until when its token holds. */
export type SignedIn = { user: User; tokenExpiresAt: Date }

export type Authenticator = {
  /** Finds out who sends a bearer token, as the database knows him now. Throws Problem('unauthenticated'). */
  authenticate(token: string): Promise<SignedIn>
  /** Whose token this was when it was last checked, within the minute; for what every signed-in user may read. */
  getCached(token: string): SignedIn | undefined
  /** Users have changed: nothing is recalled any more. */
  clearCache(): void
}

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

/**
 * Lets a request pass, or throws the problem that refuses it. Only the Authorization header counts: a cookie never
 * signs anybody in to the API.
 */
export async function authenticate(
  request: FastifyRequest,
  policy: Policy,
  authenticator: Authenticator,
): Promise<void> {
  if (policy.role === 'anyone') return
  const found = await authenticator.authenticate(requireBearerToken(request.headers.authorization))
  if (!hasRole(found.user, policy.role)) throw new Problem('forbidden')
  signedIn.set(request, found)
}

/** The signed-in user of a request whose policy asks for one. */
export function requireSignedIn(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request)
  if (!found) throw new Error(`The policy of ${request.routeOptions.url} does not require a signed-in user`)
  return found
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
