import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Log } from '#server/log.ts'
import { parseEmail } from '#server/mail/email-address.ts'
import { isSameIssuer, type UpstreamConfig } from '#server/provider-settings.ts'
import { type GrantableRole, toGroupRole } from '#server/users/group-roles.ts'
import type { UpstreamSubject } from '../accounts/connected-sign-in-store.ts'
import { createDiscovery } from './upstream-discovery.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'

/** The person who signed in at an upstream provider, from its ID token and userinfo only. */
export type UpstreamIdentity = UpstreamSubject & {
  /** Undefined if the provider did not share a usable address. */
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  /** By the groups in the ID token. */
  groupRole: GrantableRole | null
}

/** The values that tie a response to its request. */
export type Checks = { state: string; nonce: string; codeVerifier: string }

/** An OpenID provider at which people can sign in (docs/security.md, 21). Its methods throw an `UpstreamError`. */
export type Upstream = {
  key: string
  name: string
  issuer: string
  /** The URL at which the browser signs in. */
  authorize(checks: Checks): Promise<URL>
  /**
   * Exchanges the callback's parameters for the identity. Userinfo is requested only if the ID token has no address and the
   * subject is not `isKnown`.
   */
  redeem(
    parameters: URLSearchParams,
    checks: Checks,
    isKnown: (subject: UpstreamSubject) => Promise<boolean>,
  ): Promise<UpstreamIdentity>
}

export type Upstreams = ReturnType<typeof createUpstreams>

const maxSubjectLength = 255
const maxNameLength = 100

export function createUpstreams(
  { upstreams, publicUrl }: Pick<Config, 'upstreams' | 'publicUrl'>,
  clock: Pick<Clock, 'now'>,
  log: Log,
) {
  const all = upstreams.map((config) => createUpstream(config, publicUrl, createDiscovery(config, clock, log)))
  return {
    all,
    find: (key: string) => all.find((upstream) => upstream.key === key),
    /** The provider of a connected sign-in; undefined if it is no longer configured. */
    findByIssuer: (issuer: string) => all.find((upstream) => isSameIssuer(upstream.issuer, issuer)),
  }
}

function createUpstream(config: UpstreamConfig, publicUrl: string, getClient: () => Promise<Configuration>): Upstream {
  const { key, name, issuer } = config
  const redirectUri = `${publicUrl}${identityPaths.upstream}/${key}/callback`

  async function authorize({ state, nonce, codeVerifier }: Checks): Promise<URL> {
    return buildAuthorizationUrl(await getClient(), {
      ...config.extraParams,
      redirect_uri: redirectUri,
      scope: config.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
  }

  async function redeem(...[parameters, checks, isKnown]: Parameters<Upstream['redeem']>): Promise<UpstreamIdentity> {
    const client = await getClient()
    const callback = new URL(redirectUri)
    callback.search = parameters.toString()
    const tokens = await authorizationCodeGrant(client, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || claims.sub.length === 0 || claims.sub.length > maxSubjectLength)
      throw new UpstreamError('rejected', 'the ID token has no usable subject')
    const subject = { issuer: claims.iss, subject: claims.sub }
    const fromToken = toIdentity(subject, claims, config)
    if (fromToken.email !== undefined || !client.serverMetadata().userinfo_endpoint || (await isKnown(subject)))
      return fromToken
    const info = await fetchUserInfo(client, tokens.access_token, claims.sub)
    return { ...toIdentity(subject, { ...claims, ...info }, config), groupRole: fromToken.groupRole }
  }

  const orExplain = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown): never => {
      throw toUpstreamError(error)
    })
  return {
    key,
    name,
    issuer,
    authorize: (checks) => orExplain(authorize(checks)),
    redeem: (...answer) => orExplain(redeem(...answer)),
  }
}

function toIdentity(
  subject: UpstreamSubject,
  claims: Record<string, unknown>,
  { trustsEmail, groups }: Pick<UpstreamConfig, 'trustsEmail' | 'groups'>,
): UpstreamIdentity {
  const email = typeof claims['email'] === 'string' ? parseEmail(claims['email']) : undefined
  // Some providers send it as text. "No" overrides the setting.
  const verified = claims['email_verified'] ?? trustsEmail
  return {
    ...subject,
    email,
    emailVerified: email !== undefined && (verified === true || verified === 'true'),
    name: toName(claims),
    groupRole: groups && toGroupRole(claims, groups),
  }
}

/** A user name that is an email address would reveal it to everyone in the pool. */
function toName({ name, preferred_username: userName }: Record<string, unknown>): string | undefined {
  if (typeof name === 'string' && name.trim() !== '') return name.slice(0, maxNameLength)
  return typeof userName === 'string' && !userName.includes('@') ? userName.slice(0, maxNameLength) : undefined
}
