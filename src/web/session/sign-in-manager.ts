/** What a sign-in leaves behind, as far as the app looks at it. Field names are those of the protocol's library. */
export type SignedInUser = {
  readonly access_token: string
  /** The access token's time is over. */
  readonly expired: boolean | undefined
  readonly profile: {
    /** Who it is at the provider, for ever. */
    readonly sub?: string | undefined
    readonly name?: string | undefined
    readonly email?: string | undefined
  }
  /** What was handed over when the sign-in began. */
  readonly state?: unknown
}

/** The border to the identity provider: what the app asks of the protocol's library. */
export type SignInManager = {
  getUser: () => Promise<SignedInUser | null>
  removeUser: () => Promise<void>
  /** In a hidden frame, without the user. */
  signinSilent: () => Promise<SignedInUser | null>
  signinPopup: () => Promise<SignedInUser>
  /** Leaves the page; comes back only when the redirect could not be started. */
  signinRedirect: (options: { state: ReturnState }) => Promise<void>
  signinCallback: (url: string) => Promise<SignedInUser | undefined>
  /** Removes the local user, then leaves the page. */
  signoutRedirect: (options: { state: ReturnState }) => Promise<void>
  /** Undefined when the address carries no state. */
  signoutCallback: (url: string) => Promise<{ readonly userState?: unknown } | undefined>
}

/** Travels with a sign-in or sign-out and comes back with it. */
export type ReturnState = { readonly returnUrl: string }

export type SignInEvents = {
  /** Somebody signed in, was renewed, or (undefined) is gone. */
  onUser: (user: SignedInUser | undefined) => void
  /** A renewal in the background failed. */
  onRenewError: (error: unknown) => void
}
