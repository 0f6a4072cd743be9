import {
  type INavigator,
  type OidcMetadata,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { providerPaths } from '#contract/identity-paths.ts'
import type { ClientConfiguration, SignInParameters } from '#contract/sign-in-contract.ts'
import { createFetchNavigator, isEmbedded, requestTimeoutMs, silentTimeoutMs } from './embedded-provider.ts'
import type { SignInEvents, SignInManager } from './sign-in-manager.ts'

/** The page was opened at another address than the pool's, to which every sign-in returns. */
export class OtherAddressError extends Error {
  constructor(origin: string) {
    super(`The address of this pool is ${origin}. Open it there to sign in.`)
  }
}

/**
 * Configures oidc-client-ts (docs/security.md, 1.2 and 1.3). Users are in the tab's session storage, pending sign-ins
 * in local storage.
 */
export async function openOidcManager(
  configuration: ClientConfiguration,
  parameters: SignInParameters,
  { onUser, onRenewError }: SignInEvents,
): Promise<SignInManager> {
  const { origin } = new URL(configuration.redirect_uri)
  if (origin !== location.origin) throw new OtherAddressError(origin)
  if (!isSecureContext) (await import('./insecure-context.ts')).provideDigest()
  const settings = { ...settingsOf(configuration), extraQueryParams: { ...parameters } }
  const { authority } = configuration
  const manager = isEmbedded(configuration)
    ? new NonceUserManager({ ...settings, metadata: describeEmbeddedProvider(authority) }, createFetchNavigator())
    : new NonceUserManager(settings)
  manager.events.addUserLoaded(onUser)
  manager.events.addUserUnloaded(() => onUser(undefined))
  manager.events.addSilentRenewError(onRenewError)
  return manager
}

/** In the hidden frame of a silent sign-in: passes the callback URL to the parent page, which completes the sign-in. */
export function notifyParentPage(url: string): Promise<void> {
  const unused = { authority: location.origin, client_id: 'unused', redirect_uri: location.origin }
  return new UserManager({ ...unused, automaticSilentRenew: false }).signinSilentCallback(url)
}

function settingsOf(configuration: ClientConfiguration): UserManagerSettings {
  return {
    ...configuration,
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage }),
    redirectMethod: 'replace',
    automaticSilentRenew: true,
    includeIdTokenInSilentRenew: true,
    requestTimeoutInSeconds: requestTimeoutMs / 1000,
    silentRequestTimeoutInSeconds: silentTimeoutMs / 1000,
    maxSilentRenewTimeoutRetries: 5,
  }
}

/** The embedded provider's metadata, which saves a request for it. */
function describeEmbeddedProvider(issuer: string): Partial<OidcMetadata> {
  return {
    issuer,
    authorization_endpoint: `${issuer}${providerPaths.authorization}`,
    token_endpoint: `${issuer}${providerPaths.token}`,
    userinfo_endpoint: `${issuer}${providerPaths.userinfo}`,
    end_session_endpoint: `${issuer}${providerPaths.end_session}`,
    revocation_endpoint: `${issuer}${providerPaths.revocation}`,
    jwks_uri: `${issuer}${providerPaths.jwks}`,
  }
}

/** The library checks a nonce only if one is passed, so its automatic renewals need one too. */
class NonceUserManager extends UserManager {
  constructor(settings: UserManagerSettings, silentNavigator?: INavigator) {
    super(settings, undefined, undefined, silentNavigator)
  }

  override signinSilent(options: Parameters<UserManager['signinSilent']>[0] = {}) {
    return super.signinSilent({ nonce: createNonce(), ...options })
  }

  override signinRedirect(options: Parameters<UserManager['signinRedirect']>[0] = {}) {
    return super.signinRedirect({ nonce: createNonce(), ...options })
  }

  override signinPopup(options: Parameters<UserManager['signinPopup']>[0] = {}) {
    return super.signinPopup({ nonce: createNonce(), ...options })
  }
}

/** `crypto.randomUUID` exists on https and localhost only. */
function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}
