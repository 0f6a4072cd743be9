import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { providerPaths, signInCallbackPath, signOutCallbackPath } from '#contract/identity-paths.ts'
import { toAddress } from '#server/delivery/mail/email-address.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { type Account, findAccount } from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import type { SecondFactors } from '#server/sign-in/accounts/second-factors.ts'
import { providerGroupReadingMs } from '#server/users/provider-group-roles.ts'
import { createProviderAdapter, signInsValidFromOf } from './provider-adapter.ts'
import { type PublishEndedSessions, publishRemoval } from './provider-sessions.ts'
import { connectionClaim, grantClaim } from './provider-store.ts'
import type { Secrets } from './secrets-store.ts'
import { limitStartedSignIns } from './started-sign-ins.ts'

export type ProviderPages = {
  renderError: NonNullable<Configuration['renderError']>
  confirmSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void>
  signedOut(ctx: KoaContextWithOIDC): Promise<void>
}

type Options = {
  database: Database
  config: Pick<Config, 'publicUrl' | 'signIn'>
  clock: Pick<Clock, 'now'>
  limiter: RateLimiter
  secrets: Secrets
  secondFactors: Pick<SecondFactors, 'isRequired'>
  pages: ProviderPages
  publishEndedSessions: PublishEndedSessions
}

const minute = 60
const day = 24 * 60 * minute
/** Session lifetimes: idle and absolute. */
const idleTimeoutSeconds = 14 * day
const maxSessionSeconds = 90 * day
/** The client of our own account pages. It receives neither code nor token. */
export const accountClientId = 'account'

/** The configuration of the embedded provider, whose only token client is the browser app (docs/security.md, 1.1). */
export function providerConfiguration(options: Options): Configuration {
  const { clock, limiter, secrets, secondFactors, pages, publishEndedSessions } = options
  const { db } = options.database
  const { publicUrl, signIn } = options.config
  const isSecure = publicUrl.startsWith('https://')
  const resource = `${publicUrl}/api`
  const oidcScopes = ['openid', 'profile', 'email']
  const apiScope = signIn.scope
    .split(' ')
    .filter((scope) => !oidcScopes.includes(scope))
    .join(' ')
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true, overwrite: true } as const

  return {
    adapter: (model) => {
      const adapter = createProviderAdapter(db, clock, model)
      if (model === 'Interaction') return limitStartedSignIns(adapter, { db, limiter })
      return model === 'Grant' ? publishRemoval(adapter, publishEndedSessions) : adapter
    },
    jwks: { keys: secrets.signingKeys },
    cookies: {
      keys: [...secrets.cookieKeys],
      names: {
        // With this prefix, browsers accept the cookie only from this host over TLS.
        session: isSecure ? '__Host-identity' : 'identity',
        interaction: toCookieName('identity_interaction', { isSecure }),
        resume: toCookieName('identity_resume', { isSecure }),
      },
      long: cookie,
      short: cookie,
    },
    clients: [
      {
        client_id: signIn.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}${signInCallbackPath}`],
        post_logout_redirect_uris: [`${publicUrl}${signOutCallbackPath}`],
      },
      {
        client_id: accountClientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: [],
        response_types: ['none'],
        redirect_uris: [`${publicUrl}${identityPaths.manageCallback}`],
      },
    ],
    responseTypes: ['code', 'none'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    scopes: oidcScopes,
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // The browser app does not call userinfo; it shows the ID token's claims.
    conformIdTokenClaims: false,
    routes: providerPaths,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.confirmSignOut,
        postLogoutSuccessSource: pages.signedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: apiScope,
          audience: signIn.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 10 * minute,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: {
      policy: createSignInPolicy(secondFactors),
      url: (_ctx, { uid }) => `${identityPaths.signIn}/${uid}`,
    },
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: 60,
      IdToken: 60 * minute,
      Interaction: 20 * minute,
      Grant: maxSessionSeconds,
      Session: (_ctx, session) => sessionSeconds(session, clock.now()),
    },
    findAccount: async (ctx, id) => {
      const account = await findAccount(db, id)
      await requireNotEnded(ctx, account, db)
      return account && { accountId: id, claims: async () => ({ sub: id, ...profileClaims(account) }) }
    },
    // With these claims, the API knows the user without calling userinfo, and whether the session has ended.
    extraTokenClaims: async ({ oidc }, token) => {
      if (!('accountId' in token)) return undefined
      const account = await findAccount(db, token.accountId)
      const connectionId = findRoleConnection(oidc.entities.AuthorizationCode)
      const role = connectionId === undefined ? {} : { [connectionClaim]: connectionId }
      return account && { ...profileClaims(account), email: account.email, [grantClaim]: token.grantId, ...role }
    },
    loadExistingGrant: (ctx) => loadGrant(ctx, resource, { oidc: oidcScopes.join(' '), api: apiScope }),
    // Browsers send Origin on same-origin POSTs, too.
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    renderError: pages.renderError,
  }
}

/** The account was removed, blocked or signed out everywhere after this sign-in had begun. */
class SignInEnded extends errors.SessionNotFound {
  override allow_redirect = false
}

/** Checks again when a sign-in is finished what was true when its first factor was right (docs/security.md, 2.6). */
async function requireNotEnded({ oidc }: KoaContextWithOIDC, account: Account | undefined, db: Database['db']) {
  const { session, result } = oidc
  if (!session || (account && !result?.login)) return
  const isCurrent = account && result && account.signInsValidFrom === signInsValidFromOf(result)
  if (isCurrent && !(await findUserOfAccount(db, account.id))?.isBlocked) return
  // The provider would store it in spite of the error.
  await session.destroy()
  throw new SignInEnded('the sign-in has ended')
}

/** No consent screen: the app and the provider are one product. */
function createSignInPolicy(secondFactors: Options['secondFactors']): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  // Asks for the second factor also in a session that began before the role was granted or the setting was turned on.
  const needsSecondFactor = new interactionPolicy.Check(
    'second_factor',
    'This account needs a second factor',
    'login_required',
    async ({ oidc: { session } }) =>
      session?.accountId !== undefined &&
      !session.amr?.some((method) => method === 'otp' || method === 'mfa') &&
      (await secondFactors.isRequired(session.accountId)),
  )
  policy.get('login')?.checks.add(needsSecondFactor)
  return policy
}

/** A session with a role from a group ends when its reading does. */
function sessionSeconds(session: { loginTs?: number | undefined; amr?: string[] | undefined }, now: Date): number {
  const age = session.loginTs === undefined ? 0 : Math.floor(now.getTime() / 1000) - session.loginTs
  const max = findRoleConnection(session) === undefined ? maxSessionSeconds : providerGroupReadingMs / 1000
  return Math.max(1, Math.min(idleTimeoutSeconds, max - age))
}

const roleMark = 'role-of:'

/** Marks a session, among its authentication methods, with the connected sign-in that gives it a role. */
export function toRoleMark(connectionId: string): string {
  return roleMark + connectionId
}

function findRoleConnection(signIn: { amr?: string[] | undefined } | undefined): string | undefined {
  return signIn?.amr?.find((method) => method.startsWith(roleMark))?.slice(roleMark.length)
}

function profileClaims({ name, email, emailVerified }: Account) {
  return { name, email: toAddress(email), email_verified: emailVerified }
}

/** The sign-in grants the app's scopes for the duration of the session. */
async function loadGrant({ oidc }: KoaContextWithOIDC, resource: string, scopes: { oidc: string; api: string }) {
  const { client, session, account, provider } = oidc
  if (!client || !session || !account) throw new Error('A grant was requested outside a sign-in.')
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId ? await provider.Grant.find(grantId) : undefined
  if (known?.accountId === account.accountId) return known
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes.oidc)
  grant.addResourceScope(resource, scopes.api)
  await grant.save()
  return grant
}

/** With this prefix, browsers accept a cookie only over TLS. `__Host-` is for cookies of all paths. */
export function toCookieName(name: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Secure-${name}` : name
}
