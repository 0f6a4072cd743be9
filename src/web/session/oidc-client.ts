import { UserManager, type UserManagerSettings, WebStorageStateStore } from 'oidc-client-ts'
import type { ClientConfiguration, SignInParameters } from '#contract/sign-in-contract.ts'
import type { SignInEvents, SignInManager } from './sign-in-manager.ts'

/**
 * Configures oidc-client-ts (docs/security.md, 1.2 and 1.3). Users are in the tab's session storage, pending sign-ins in
 * local storage.
 */
export async function openOidcManager(
  configuration: ClientConfiguration,
  parameters: SignInParameters,
  { onUser, onRenewError }: SignInEvents,
): Promise<SignInManager> {
  if (!isSecureContext) (await import('./insecure-context.ts')).provideDigest()
  const manager = new NonceUserManager({ ...settingsOf(configuration), extraQueryParams: { ...parameters } })
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
    requestTimeoutInSeconds: 5,
    silentRequestTimeoutInSeconds: 4,
    maxSilentRenewTimeoutRetries: 5,
  }
}

/** The library checks a nonce only if one is passed, so its automatic renewals need one too. */
class NonceUserManager extends UserManager {
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
