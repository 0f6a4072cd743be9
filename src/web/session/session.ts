import type { SignedInUser, SignInEvents, SignInManager } from './sign-in-manager.ts'

export type SessionState = {
  readonly user: SignedInUser | undefined
  /** The provider wants to see the user again. What is on the screen stays there until the user acts. */
  readonly lapsed: boolean
}

export type Session = ReturnType<typeof createSession>

type Parts = {
  /** Loads the settings and builds the manager; asked again after a failure. */
  openManager: (events: SignInEvents) => Promise<SignInManager>
  /** Who this tab knows from before, readable without any network. */
  findStoredUser: () => SignedInUser | undefined
  forgetStoredUser: () => void
  /** Tells the other tabs that the user goes. */
  announceSignOut: () => void
}

/** Who is signed in, for `useSyncExternalStore`, and the access token for the API client. */
export function createSession({ openManager, findStoredUser, forgetStoredUser, announceSignOut }: Parts) {
  const listeners = new Set<() => void>()
  let state: SessionState = { user: findStoredUser(), lapsed: false }
  let opened: Promise<SignInManager> | undefined
  let renewing: Promise<SignedInUser | undefined> | undefined

  function change(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function setUser(user: SignedInUser | undefined): void {
    change({ user, lapsed: false })
  }

  function noteRenewError(error: unknown): void {
    if (wantsTheUser(error) && state.user !== undefined) change({ ...state, lapsed: true })
  }

  function manager(): Promise<SignInManager> {
    opened ??= openManager({ onUser: setUser, onRenewError: noteRenewError }).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  /** Starts renewing in the background. Without settings the stored user stays until a call needs more. */
  async function start(): Promise<void> {
    if (state.user === undefined) return
    try {
      setUser((await (await manager()).getUser()) ?? undefined)
    } catch (error) {
      noteRenewError(error)
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
      noteRenewError(error)
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

  function forget(): void {
    forgetStoredUser()
    setUser(undefined)
  }

  /** Another tab signed out: the library's own copy goes too, or it would renew what has ended. */
  async function endHere(): Promise<void> {
    forget()
    await (await opened)?.removeUser()
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
    forget,
    endHere,
    announceSignOut,
    setUser,
    getAccessToken,
    onUnauthorized,
  }
}

const answersThatWantTheUser = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]

function wantsTheUser(error: unknown): boolean {
  return error instanceof Error && 'error' in error && answersThatWantTheUser.includes(String(error.error))
}
