import type { FastifyRequest } from 'fastify'
import { hasRole, type User } from '#domain/permissions.ts'
import type { Policy } from './policy-table.ts'
import { Problem } from './problem.ts'

/** The user that a request comes from, and until when its token holds. */
export type SignedIn = { user: User; tokenExpiresAt: Date }

/** Finds out who sends a bearer token; throws Problem('unauthenticated') when it is not good. */
export type Authenticator = (token: string) => Promise<SignedIn>

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
  const found = await authenticator(bearerToken(request))
  if (!hasRole(found.user, policy.role)) throw new Problem('forbidden')
  signedIn.set(request, found)
}

/** The signed-in user of a request whose policy asks for one. */
export function requireSignedIn(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request)
  if (!found) throw new Error(`No user was asked for at ${request.routeOptions.url}`)
  return found
}

function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new Problem('unauthenticated')
  return token
}
