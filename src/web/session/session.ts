import type { SignedInUser, SignInEvents, SignInManager } from './sign-in-manager.ts'

export type SessionState = {
  readonly user: SignedInUser | undefined
  /** The provider wants to see the user again. What is on the screen stays there until the user acts. */
  readonly needsSignIn: boolean
}

export type Session = ReturnType<typeof createSession>

type SessionDependencies = {
  /** Loads the settings and builds the manager; asked again after a failure. */
  openManager: (events: SignInEvents) => Promise<SignInManager>
  /** Who this tab knows from before, readable without any network. */
  findStoredUser: () => SignedInUser | undefined
  removeStoredUser: () => void
  /** Tells the other tabs that the user goes. */
  broadcastSignOut: () => void
}

/** Who is signed in, for `useSyncExternalStore`, and the access token for the API client. */
export function createSession({
  openManager,
  findStoredUser,
  removeStoredUser,
  broadcastSignOut,
}: SessionDependencies) {
  const listeners = new Set<() => void>()
  let state: SessionState = { user: findStoredUser(), needsSignIn: false }
  let managerPromise: Promise<SignInManager> | undefined
  let renewing: Promise<SignedInUser | undefined> | undefined

  function change(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function setUser(user: SignedInUser | undefined): void {
    change({ user, needsSignIn: false })
  }

  function handleRenewError(error: unknown): void {
    if (requiresInteraction(error) && state.user !== undefined) change({ ...state, needsSignIn: true })
  }

  function manager(): Promise<SignInManager> {
    managerPromise ??= openManager({ onUser: setUser, onRenewError: handleRenewError }).catch(
      (error: unknown) => {
        managerPromise = undefined
        throw error
      },
    )
    return managerPromise
  }

  /** Starts renewing in the background. Without settings the stored user stays until a call needs more. */
  async function start(): Promise<void> {
    if (state.user === undefined) return
    try {
      setUser((await (await manager()).getUser()) ?? undefined)
    } catch (error) {
      handleRenewError(error)
    }
  }

  /** A new token without the user, whoever asks at the same time; undefined when that is not possible. */
  function renew(): Promise<SignedInUser | undefined> {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renewOnce(): Promise<SignedInUser | undefined> {
    try {
      const user = (await (await manager()).signinSilent()) ?? undefined
      if (user !== undefined) setUser(user)
      return user
    } catch (error) {
      handleRenewError(error)
      return undefined
    }
  }

  async function getAccessToken(): Promise<string | undefined> {
    const { user } = state
    return (user?.expired ? await renew() : user)?.access_token
  }

  async function onUnauthorized(refused: string): Promise<string | undefined> {
    const token = state.user?.access_token
    return token !== undefined && token !== refused ? token : (await renew())?.access_token
  }

  function clearUser(): void {
    removeStoredUser()
    setUser(undefined)
  }

  /** Another tab signed out: the library's own copy goes too, or it would renew what has ended. */
  async function signOutLocally(): Promise<void> {
    clearUser()
    await (await managerPromise)?.removeUser()
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    manager,
    start,
    renew,
    clearUser,
    signOutLocally,
    broadcastSignOut,
    setUser,
    getAccessToken,
    onUnauthorized,
  }
}

const interactionErrors = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]

function requiresInteraction(error: unknown): boolean {
  return error instanceof Error && 'error' in error && interactionErrors.includes(String(error.error))
}
