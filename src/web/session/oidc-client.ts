import {
  type OidcMetadata,
  type SigninResponse,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { boardAnswers, boardParameter } from '#contract/board-answers.ts'
import { providerPaths } from '#contract/identity-paths.ts'
import type { ClientConfiguration, SignInParameters } from '#contract/sign-in-contract.ts'
import { createFetchNavigator } from './fetch-navigator.ts'
import type { FirstBoard, SignInEvents, SignInManager } from './sign-in-manager.ts'

const silentTimeoutSeconds = 4

/**
 * Configures oidc-client-ts (docs/security.md, 1.2 and 1.3). Users are in the tab's session storage, pending sign-ins in
 * local storage.
 */
export async function openOidcManager(
  configuration: ClientConfiguration,
  parameters: SignInParameters,
  { onUser, onRenewError }: SignInEvents,
  firstBoard: FirstBoard,
): Promise<SignInManager> {
  if (!isSecureContext) (await import('./insecure-context.ts')).provideDigest()
  const settings = { ...settingsOf(configuration), extraQueryParams: { ...parameters } }
  const manager = isEmbedded(configuration)
    ? new BoardUserManager({ ...settings, metadata: describeEmbeddedProvider(configuration.authority) }, firstBoard)
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
    requestTimeoutInSeconds: 5,
    silentRequestTimeoutInSeconds: silentTimeoutSeconds,
    maxSilentRenewTimeoutRetries: 5,
  }
}

/** Whether the provider is inside our server. */
function isEmbedded({ authority }: Pick<ClientConfiguration, 'authority'>): boolean {
  return authority === location.origin
}

/** Its description, without a request for it. */
function describeEmbeddedProvider(issuer: string): Partial<OidcMetadata> {
  return {
    issuer,
    authorization_endpoint: `${issuer}${providerPaths.authorization}`,
    token_endpoint: `${issuer}${providerPaths.token}`,
    userinfo_endpoint: `${issuer}${providerPaths.userinfo}`,
    end_session_endpoint: `${issuer}${providerPaths.endSession}`,
    revocation_endpoint: `${issuer}${providerPaths.revocation}`,
    jwks_uri: `${issuer}${providerPaths.keys}`,
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

/** At the embedded provider: its first silent sign-in brings the board along (docs/security.md, 1.2). */
class BoardUserManager extends NonceUserManager {
  readonly #firstBoard: FirstBoard

  constructor(settings: UserManagerSettings, firstBoard: FirstBoard) {
    super(settings, undefined, undefined, createFetchNavigator(silentTimeoutSeconds * 1000))
    this.#firstBoard = firstBoard
  }

  override signinSilent(options: Parameters<UserManager['signinSilent']>[0] = {}) {
    const tournamentId = this.#firstBoard.take()
    if (tournamentId === undefined) return super.signinSilent(options)
    return super.signinSilent({ extraTokenParams: { [boardParameter]: tournamentId }, ...options })
  }

  /** The library copies the fields of the token response into the response of the sign-in. */
  protected override async _buildUser(response: SigninResponse, verifySub?: string) {
    const user = await super._buildUser(response, verifySub)
    const answers = boardAnswers.safeParse((response as { [boardParameter]?: unknown })[boardParameter])
    if (answers.success) this.#firstBoard.onAnswers(answers.data)
    return user
  }
}

/** `crypto.randomUUID` exists on https and localhost only. */
function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}
