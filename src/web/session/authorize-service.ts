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

/** The library's own words for a popup that was closed. */
const popupClosedByUser = 'Popup closed by user'

type Options = {
  popupEnabled?: boolean
  /** Takes what goes wrong on the way and is not shown to the user. */
  report?: (error: unknown) => void
}

/** Signing in and out, step by step (specification, section 4 "Sign-in result"). Never throws: see the result. */
export function createAuthorizeService(
  session: Session,
  { popupEnabled = false, report = () => {} }: Options = {},
) {
  const callbacks = new Map<string, Promise<AuthorizeResult>>()

  /** A callback address is good for one use, and React may ask twice: both get the one answer. */
  function once(url: string, complete: () => Promise<AuthorizeResult>): Promise<AuthorizeResult> {
    const running = callbacks.get(url) ?? complete()
    callbacks.set(url, running)
    return running
  }

  /** Silently, else by popup (switched off), else by leaving the page. */
  async function signIn(state: ReturnState): Promise<AuthorizeResult> {
    let manager: SignInManager
    try {
      manager = await session.manager()
    } catch (error) {
      report(error)
      return fail(settingsFailed)
    }
    try {
      const user = await manager.signinSilent()
      if (user === null) throw new Error('The silent sign-in brought no user.')
      session.setUser(user)
      return { status: 'success', state }
    } catch (error) {
      report(error)
    }
    try {
      if (!popupEnabled) throw new Error('Popup disabled. The sign-in goes on with a redirect.')
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
      report(error)
      return fail(messageOf(error))
    }
  }

  function completeSignIn(url: string): Promise<AuthorizeResult> {
    return once(url, async () => {
      try {
        const user = await (await session.manager()).signinCallback(url)
        if (user === undefined) return fail(signInFailed)
        session.setUser(user)
        return { status: 'success', state: user.state }
      } catch (error) {
        report(error)
        return fail(signInFailed)
      }
    })
  }

  /** The local user goes first, so that a provider out of reach leaves nobody signed in here. */
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
      report(error)
      return fail(messageOf(error))
    } finally {
      session.clearUser()
    }
  }

  /** Without a state that we gave out nothing happens: the address alone signs nobody out. */
  function completeSignOut(url: string): Promise<AuthorizeResult> {
    return once(url, async () => {
      try {
        const response = await (await session.manager()).signoutCallback(url)
        if (response === undefined) {
          const signedIn = session.getState().user !== undefined
          return { status: 'success', state: signedIn ? { returnUrl: '/' } : undefined }
        }
        session.clearUser()
        return { status: 'success', state: response.userState }
      } catch (error) {
        report(error)
        return fail(messageOf(error))
      }
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
