import { OtherAddressError } from './oidc-client.ts'
import type { Session } from './session.ts'
import type { ReturnState, SignInManager } from './sign-in-manager.ts'

/** How a step of signing in or out ended. `redirect`: the browser is leaving the page. */
export type AuthorizeResult =
  | { readonly status: 'success'; readonly state: unknown }
  | { readonly status: 'redirect' }
  | { readonly status: 'fail'; readonly message: string }

export type AuthorizeService = ReturnType<typeof createAuthorizeService>

const signInFailed = 'There was an error signing in.'
const popupClosed = 'The user closed the window.'
const settingsFailed = 'Could not load settings'
const providerFailed = 'The sign-in service cannot be reached. Try again in a moment, or tell the organiser.'

/** The message of oidc-client-ts for a popup that the user closed. */
const popupClosedByUser = 'Popup closed by user'

type Options = {
  popupEnabled?: boolean
  /** Receives errors that the user does not see. */
  report?: (error: unknown) => void
}

/** Signs in and out (docs/security.md, 1.2 and 1.5). Never throws; failures are results. */
export function createAuthorizeService(session: Session, { popupEnabled = false, report = () => {} }: Options = {}) {
  const callbacks = new Map<string, Promise<AuthorizeResult>>()

  function refuse(error: unknown, message = messageOf(error)): AuthorizeResult {
    report(error)
    return fail(message)
  }

  /** A callback URL can be redeemed once, but React may run an effect twice: both runs share one result. */
  function once(url: string, complete: (manager: SignInManager) => Promise<AuthorizeResult>, failed?: string) {
    const running =
      callbacks.get(url) ??
      session
        .manager()
        .then(complete)
        .catch((error: unknown) => refuse(error, failed))
    callbacks.set(url, running)
    return running
  }

  /** Tries a silent sign-in, then a popup (off by default), then a redirect. */
  async function signIn(state: ReturnState): Promise<AuthorizeResult> {
    let manager: SignInManager
    try {
      manager = await session.manager()
    } catch (error) {
      return refuse(error, error instanceof OtherAddressError ? error.message : settingsFailed)
    }
    try {
      const user = await manager.signinSilent()
      if (user === null) throw new Error('Silent sign-in returned no user.')
      session.setUser(user)
      return { status: 'success', state }
    } catch (error) {
      session.handleSilentError(error)
      report(error)
    }
    try {
      if (!popupEnabled) throw new Error('Popup disabled. Continuing with a redirect.')
      session.setUser(await manager.signinPopup())
      return { status: 'success', state }
    } catch (error) {
      if (messageOf(error) === popupClosedByUser) return fail(popupClosed)
      report(error)
    }
    try {
      await manager.signinRedirect({ state })
      return { status: 'redirect' }
    } catch (error) {
      // Before a redirect the library only fetches the provider's metadata, so this is a network error.
      return refuse(error, providerFailed)
    }
  }

  function completeSignIn(url: string): Promise<AuthorizeResult> {
    const complete = async (manager: SignInManager): Promise<AuthorizeResult> => {
      const user = await manager.signinCallback(url)
      if (user === undefined) return fail(signInFailed)
      session.setUser(user)
      return { status: 'success', state: user.state }
    }
    return once(url, complete, signInFailed)
  }

  /** Removes the local user even if the provider cannot be reached (docs/security.md, 1.5). */
  async function signOut(state: ReturnState): Promise<AuthorizeResult> {
    try {
      const manager = await session.manager().catch((error: unknown) => {
        report(error)
        throw new Error(settingsFailed)
      })
      session.broadcastSignOut()
      await manager.signoutRedirect({ state })
      return { status: 'redirect' }
    } catch (error) {
      return refuse(error)
    } finally {
      session.clearUser()
    }
  }

  /** A callback without a known `state` changes nothing: opening its URL signs nobody out. */
  function completeSignOut(url: string): Promise<AuthorizeResult> {
    return once(url, async (manager) => {
      const response = await manager.signoutCallback(url)
      if (response === undefined) {
        const signedIn = session.getState().user !== undefined
        return { status: 'success', state: signedIn ? { returnUrl: '/' } : undefined }
      }
      session.clearUser()
      return { status: 'success', state: response.userState }
    })
  }

  return { signIn, completeSignIn, signOut, completeSignOut }
}

function fail(message: string): AuthorizeResult {
  return { status: 'fail', message }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
