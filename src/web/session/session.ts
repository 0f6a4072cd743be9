import type { ProblemCode } from '#contract/problem.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import type { SignedInUser, SignInEvents, SignInManager } from './sign-in-manager.ts'

export type SessionState = {
  readonly user: SignedInUser | undefined
  /** The provider needs the user to sign in again. The screen stays as it is until they do. */
  readonly needsSignIn: boolean
  /** Nobody is signed in in this tab yet, and a silent sign-in is running. */
  readonly isChecking: boolean
}

export type Session = ReturnType<typeof createSession>

type SessionDependencies = {
  /** The page starts with a silent sign-in, by `resume`, or with a sign-in step. */
  startsWithCheck?: boolean
  /** Loads the settings and builds the manager. Called again after a failure. */
  openManager: (events: SignInEvents) => Promise<SignInManager>
  /** The user stored in this tab, readable without a network. */
  findStoredUser: () => SignedInUser | undefined
  removeStoredUser: () => void
  /** Notifies the other tabs of a sign-out. */
  broadcastSignOut: () => void
  /** The provider reports that nobody is signed in in this browser, or that user interaction is needed. */
  onSessionEnded: () => void
}

/** A token that was refused so soon after it came would be refused again, as would the next one. */
const freshMs = 60_000

/** The signed-in user, for `useSyncExternalStore`, and the access token, for the API client. */
export function createSession({
  startsWithCheck = false,
  openManager,
  findStoredUser,
  removeStoredUser,
  broadcastSignOut,
  onSessionEnded,
}: SessionDependencies) {
  const listeners = new Set<() => void>()
  const storedUser = findStoredUser()
  let state: SessionState = {
    user: storedUser,
    needsSignIn: false,
    isChecking: storedUser === undefined && startsWithCheck,
  }
  let managerPromise: Promise<SignInManager> | undefined
  let renewing: Promise<SignedInUser | undefined> | undefined
  /** The silent sign-in that API calls of a tab without a user wait for. */
  let resuming: Promise<void> | undefined
  /** Why there is no user. API calls then fail with it. */
  let resumeFailure: ApiProblem | undefined
  /** When the provider issued the current token; that of a stored one is unknown. */
  let issuedAt = Number.NEGATIVE_INFINITY

  function change(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function setUser(user: SignedInUser | undefined): void {
    if (user?.access_token !== state.user?.access_token) issuedAt = Date.now()
    change({ user, needsSignIn: false, isChecking: false })
  }

  /** After a failed silent sign-in. A network error says nothing about the session. */
  function handleSilentError(error: unknown): void {
    if (requiresInteraction(error)) onSessionEnded()
  }

  function handleRenewError(error: unknown): void {
    handleSilentError(error)
    if (requiresInteraction(error) && state.user !== undefined) change({ ...state, needsSignIn: true })
  }

  function manager(): Promise<SignInManager> {
    managerPromise ??= openManager({ onUser: setUser, onRenewError: handleRenewError }).catch((error: unknown) => {
      managerPromise = undefined
      throw error
    })
    return managerPromise
  }

  /** Starts background renewal for a stored user. If that fails, the next renewal on demand starts it. */
  async function start(): Promise<void> {
    await resuming
    if (state.user === undefined) return
    try {
      const user = await (await manager()).getUser()
      // A session that has ended is not back because its last token is still stored.
      if (!state.needsSignIn) setUser(user ?? undefined)
    } catch (error) {
      handleRenewError(error)
    }
  }

  /** Renews the token silently; concurrent calls share one renewal. Undefined if it failed. */
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

  /** In a tab without a user: signs in silently. Resolves when it is known whether somebody is signed in. */
  async function resume(): Promise<void> {
    if (state.user !== undefined) return
    resuming ??= resumeOnce().finally(() => {
      resuming = undefined
    })
    await resuming
  }

  async function resumeOnce(): Promise<void> {
    if (!state.isChecking) change({ ...state, isChecking: true })
    try {
      const user = await (await manager()).signinSilent()
      if (user === null) throw new Error('Silent sign-in returned no user.')
      setUser(user)
    } catch (error) {
      handleSilentError(error)
      endCheck()
      resumeFailure = new ApiProblem(requiresInteraction(error) ? 'unauthenticated' : 'offline', { cause: error })
    }
  }

  /** Resolves when it is known whether somebody is signed in. */
  async function settle(): Promise<void> {
    await resuming
  }

  /** A step of the sign-in has ended without a user. */
  function endCheck(): void {
    if (state.isChecking) change({ ...state, isChecking: false })
  }

  async function getAccessToken(): Promise<string | undefined> {
    // Calls made during the silent sign-in wait for it, and fail if nobody is signed in.
    if (state.user === undefined) await resuming
    if (state.user === undefined && resumeFailure !== undefined) throw resumeFailure
    const { user } = state
    return (user?.expired ? await renew() : user)?.access_token
  }

  async function onUnauthorized(rejected: string, code: ProblemCode): Promise<string | undefined> {
    const token = state.user?.access_token
    if (code === 'token-refused' && token === rejected && Date.now() - issuedAt < freshMs) return undefined
    return token !== undefined && token !== rejected ? token : (await renew())?.access_token
  }

  function clearUser(): void {
    removeStoredUser()
    setUser(undefined)
  }

  /** After a sign-out in another tab. The library's copy must go too, or it would renew the ended session. */
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
    resume,
    settle,
    endCheck,
    start,
    renew,
    clearUser,
    signOutLocally,
    broadcastSignOut,
    setUser,
    handleSilentError,
    getAccessToken,
    onUnauthorized,
  }
}

const interactionErrors = ['login_required', 'consent_required', 'interaction_required', 'account_selection_required']

function requiresInteraction(error: unknown): boolean {
  return error instanceof Error && 'error' in error && interactionErrors.includes(String(error.error))
}
