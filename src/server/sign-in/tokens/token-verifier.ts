import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { SignInConfig } from '#server/platform/settings/config.ts'
import { connectionClaim, grantClaim } from '#server/sign-in/provider/provider-store.ts'
import { displayName } from '#server/users/display-name.ts'
import { embeddedIssuer, type Profile } from '#server/users/identity-store.ts'
import { type GrantableRole, toProviderGroupRole } from '#server/users/provider-group-roles.ts'
import { getJson, RefusedByEndpoint } from './external-provider.ts'
import { createRemoteKeys, type TokenKeys } from './remote-keys.ts'
import {
  acceptedAlgorithms,
  createRefusalLog,
  show,
  type TokenRefusal,
  type TokenRefusalReason,
  toTokenRefusal,
} from './token-refusal.ts'

export type VerifiedToken = Awaited<ReturnType<TokenVerifier['verify']>>

export type TokenVerifier = ReturnType<typeof createTokenVerifier>

type Options = {
  signIn: SignInConfig
  /** The public keys of the embedded provider. */
  localKeys?: () => JSONWebKeySet
  clock: Pick<Clock, 'now'>
  log: Log
  onRefused?: ((reason: TokenRefusalReason) => void) | undefined
}

const clockToleranceSeconds = 30
const standardScopes = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

export function createTokenVerifier({ signIn, localKeys, clock, log, onRefused }: Options) {
  const keys = localKeys ? createLocalKeys(signIn.authority, localKeys) : createRemoteKeys(signIn.authority, clock, log)
  const apiScope = signIn.scope.split(' ').find((scope) => !standardScopes.has(scope))
  const isEmbedded = signIn.provider === 'embedded'
  const { groups } = signIn

  const logRefusal = createRefusalLog(log, clock)

  /**
   * The sender of a bad token learns no more than that it may be the settings' fault, which only an external provider's can
   * be: the reason goes to the log and the metrics.
   */
  function refuse(refusal: TokenRefusal): Problem {
    onRefused?.(refusal.reason)
    if (isEmbedded) return new Problem('unauthenticated', { cause: refusal.words })
    logRefusal(refusal)
    return new Problem('token-refused', { cause: refusal.words })
  }

  async function readToken(token: string) {
    const { issuer } = await keys.describe()
    const now = clock.now()
    try {
      return await jwtVerify(token, keys.findKey, {
        algorithms: acceptedAlgorithms,
        issuer,
        audience: signIn.audience,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
        currentDate: now,
      })
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refuse(toTokenRefusal(error, token, { signIn, issuer, now }))
      throw error
    }
  }

  async function fetchUserInfo(url: string, token: string): Promise<Record<string, unknown>> {
    try {
      return await readUserInfo(url, token)
    } catch (error) {
      if (error instanceof RefusedByEndpoint) throw refuse({ reason: 'userinfo', words: error.message })
      throw new Problem('unavailable', { retryAfterSeconds: 5, cause: error })
    }
  }

  return {
    /** Whether an external provider's groups give roles. */
    hasGroups: groups !== null,
    /** Throws Problem('unauthenticated' or 'token-refused') unless this is a valid access token for us (docs/security.md, 2.2). */
    async verify(token: string) {
      const { payload, protectedHeader } = await readToken(token)
      const fault = findFault(protectedHeader.typ, payload, { signIn, apiScope })
      if (fault) throw refuse(fault)
      const { sub, exp, iat = 0, [grantClaim]: grantId, [connectionClaim]: connectionId } = payload
      if (!sub || exp === undefined) throw refuse({ reason: 'claims', words: `its sub is ${show(sub)}` })
      return {
        /** The issuer part of a user's identity (issuer, subject). */
        issuer: isEmbedded ? embeddedIssuer : (payload.iss ?? signIn.authority),
        subject: sub,
        issuedAt: new Date(iat * 1000),
        expiresAt: new Date(exp * 1000),
        /** The session's grant at the embedded provider. Tokens of external providers have none. */
        grantId: isEmbedded && typeof grantId === 'string' ? grantId : undefined,
        /** The connected sign-in that gives a session of the embedded provider its role. */
        connectionId: isEmbedded && typeof connectionId === 'string' ? connectionId : undefined,
        /** The role that an external provider's groups give; undefined without settings, or if the token does not have the claim. */
        groupRole: groups && Object.hasOwn(payload, groups.claim) ? toProviderGroupRole(payload, groups) : undefined,
        /** The profile in the token; null if it has no email address. */
        profile: toProfile(payload, new Date(iat * 1000)) ?? null,
      }
    },
    /** Loads the owner's profile from the provider's userinfo endpoint. */
    async userInfo(token: string, subject: string): Promise<Profile> {
      const { userinfoUrl: url } = await keys.describe()
      if (url === undefined) throw new Problem('forbidden', { detail: noEmailText })
      const info = await fetchUserInfo(url, token)
      if (info['sub'] !== subject) throw refuse({ reason: 'userinfo', words: `${url} described a different user` })
      const profile = toProfile(info, clock.now())
      if (!profile) throw new Problem('forbidden', { detail: noEmailText })
      return profile
    },
    /** The role that the groups in userinfo give; undefined if userinfo fails. */
    async findGroupRole(token: string, subject: string): Promise<GrantableRole | null | undefined> {
      try {
        const { userinfoUrl: url } = await keys.describe()
        if (!groups || url === undefined) return null
        const info = await readUserInfo(url, token)
        return info['sub'] === subject ? toProviderGroupRole(info, groups) : null
      } catch (error) {
        log.warn({ err: error }, 'nobody has a role from a group: userinfo failed')
        return undefined
      }
    },
    /** Fetches the discovery document of an external provider, so that a wrong or unreachable one is logged at the start. */
    async checkProvider(): Promise<void> {
      // The failure has been logged.
      await keys.describe().catch(() => {})
    },
    /** Reloads the keys of an external provider before their next use. */
    invalidateKeys: keys.invalidate,
  }
}

const noEmailText = 'Your sign-in provider did not share your email address. Contact the pool organiser.'

function createLocalKeys(issuer: string, localKeys: () => JSONWebKeySet): TokenKeys {
  return {
    describe: async () => ({ issuer, userinfoUrl: undefined }),
    findKey: (header, token) => createLocalJWKSet(localKeys())(header, token),
    invalidate() {},
  }
}

async function readUserInfo(url: string, token: string): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(await getJson(url, { Authorization: `Bearer ${token}` }))
}

/** Finds why a token with a valid signature is not an access token for this API. */
function findFault(
  typ: string | undefined,
  payload: JWTPayload,
  { signIn, apiScope }: { signIn: SignInConfig; apiScope: string | undefined },
): TokenRefusal | undefined {
  if (!isAccessToken(typ, payload, signIn)) {
    const isIdToken = typ === undefined || /^(application\/)?jwt$/i.test(typ)
    const words = isIdToken ? 'it is an ID token' : `its type is ${show(typ)}, not at+jwt or JWT`
    return { reason: 'type', words }
  }
  if (apiScope === undefined || mayUse(payload, apiScope, signIn.provider === 'embedded')) return undefined
  const scope = show(payload['scope'] ?? payload['scp'])
  return { reason: 'scope', words: `its scope is ${scope}, OIDC_SCOPE asks for ${apiScope}` }
}

/** `at+jwt` is unambiguous. Some providers use `JWT` for both kinds; an ID token has the client as its audience. */
function isAccessToken(typ: string | undefined, payload: JWTPayload, signIn: SignInConfig): boolean {
  const kind = typ?.toLowerCase().replace(/^application\//, '')
  if (kind === 'at+jwt') return true
  if (signIn.provider === 'embedded' || (kind !== undefined && kind !== 'jwt')) return false
  const audiences = [payload.aud ?? []].flat()
  return !audiences.includes(signIn.clientId) && payload['nonce'] === undefined
}

/**
 * Providers send the scope as a string or as a list, under one of two names, or omit it. Some shorten it to what follows the
 * last slash: asked for `api://POOL/golfAPI`, they issue `golfAPI` (docs/security.md, 2.2).
 */
function mayUse(payload: JWTPayload, scope: string, isEmbedded: boolean): boolean {
  const claim = payload['scope'] ?? payload['scp']
  if (claim === undefined) return !isEmbedded
  const scopes = typeof claim === 'string' ? claim.split(' ') : claim
  const accepted = isEmbedded ? [scope] : [scope, scope.slice(scope.lastIndexOf('/') + 1)]
  return Array.isArray(scopes) && accepted.some((name) => name !== '' && scopes.includes(name))
}

function toProfile(claims: Record<string, unknown>, asOf: Date): Profile | undefined {
  const email = typeof claims['email'] === 'string' ? parseEmail(claims['email']) : undefined
  if (email === undefined) return undefined
  const name = typeof claims['name'] === 'string' ? claims['name'] : undefined
  return { name: displayName(name, email), email, emailVerified: claims['email_verified'] === true, asOf }
}
