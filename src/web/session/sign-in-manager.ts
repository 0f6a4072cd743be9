/** The part of oidc-client-ts's `User` that the app uses. */
export type SignedInUser = {
  readonly access_token: string
  /** Whether the access token has expired. */
  readonly expired: boolean | undefined
  /** When it expires, in seconds since 1970. */
  readonly expires_at?: number | undefined
  readonly profile: {
    /** The provider. */
    readonly iss?: string | undefined
    /** The user's permanent id at the provider. */
    readonly sub?: string | undefined
    readonly name?: string | undefined
    readonly email?: string | undefined
  }
  /** The state passed to the sign-in request. */
  readonly state?: unknown
}

/** The part of oidc-client-ts's `UserManager` that the app uses. */
export type SignInManager = {
  getUser: () => Promise<SignedInUser | null>
  removeUser: () => Promise<void>
  /** In a hidden frame, without user interaction. */
  signinSilent: () => Promise<SignedInUser | null>
  signinPopup: () => Promise<SignedInUser>
  /** Leaves the page; returns only if the redirect fails. */
  signinRedirect: (options: { state: ReturnState; prompt?: 'login'; login_hint?: string }) => Promise<void>
  signinCallback: (url: string) => Promise<SignedInUser | undefined>
  /** Removes the local user, then leaves the page. */
  signoutRedirect: (options: { state: ReturnState }) => Promise<void>
  /** Undefined when the URL has no state. */
  signoutCallback: (url: string) => Promise<{ readonly userState?: unknown } | undefined>
}

/** Sent with a sign-in or sign-out request and returned by its callback. */
export type ReturnState = { readonly returnUrl: string }

export type SignInEvents = {
  /** After a sign-in or a renewal; undefined after a sign-out. */
  onUser: (user: SignedInUser | undefined) => void
  /** A background renewal failed. */
  onRenewError: (error: unknown) => void
}
