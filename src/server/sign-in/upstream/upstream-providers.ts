import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { isSameIssuer, type UpstreamConfig } from '#server/platform/settings/provider-settings.ts'
import type { UpstreamSubject } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { toProviderGroupRole } from '#server/users/provider-group-roles.ts'
import { createDiscovery } from './upstream-discovery.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'

/** The person who signed in at an upstream provider, from its ID token and userinfo only. */
export type UpstreamIdentity = ReturnType<typeof toIdentity>

/** The values that tie a response to its request. */
export type Checks = { state: string; nonce: string; codeVerifier: string }

/** An OpenID provider at which people can sign in (docs/security.md, 21). Its methods throw an `UpstreamError`. */
export type Upstream = ReturnType<typeof createUpstream>

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

function createUpstream(config: UpstreamConfig, publicUrl: string, getClient: () => Promise<Configuration>) {
  const { key, name, issuer } = config
  const redirectUri = `${publicUrl}${identityPaths.upstream}/${key}/callback`

  /** Returns the URL at which the browser signs in. */
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

  /**
   * Exchanges the callback's parameters for the identity. Userinfo is requested only if the ID token has no address and the
   * subject is not `isKnown`.
   */
  async function redeem(
    parameters: URLSearchParams,
    checks: Checks,
    isKnown: (subject: UpstreamSubject) => Promise<boolean>,
  ): Promise<UpstreamIdentity> {
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
    authorize: (checks: Checks) => orExplain(authorize(checks)),
    redeem: (...answer: Parameters<typeof redeem>) => orExplain(redeem(...answer)),
  }
}

function toIdentity(
  subject: UpstreamSubject,
  claims: Record<string, unknown>,
  { trustsEmail, groups }: UpstreamConfig,
) {
  const email = typeof claims['email'] === 'string' ? parseEmail(claims['email']) : undefined
  // Some providers send it as text. "No" overrides the setting.
  const verified = claims['email_verified'] ?? trustsEmail
  return {
    ...subject,
    /** Undefined if the provider did not share a usable address. */
    email,
    emailVerified: email !== undefined && (verified === true || verified === 'true'),
    name: toName(claims),
    /** The role that the provider groups in the ID token give. */
    groupRole: groups && toProviderGroupRole(claims, groups),
  }
}

/** A user name that is an email address would reveal it to everyone in the pool. */
function toName({ name, preferred_username: userName }: Record<string, unknown>): string | undefined {
  if (typeof name === 'string' && name.trim() !== '') return name.slice(0, maxNameLength)
  return typeof userName === 'string' && !userName.includes('@') ? userName.slice(0, maxNameLength) : undefined
}
