/** The endpoints of the embedded provider, so that the browser app need not fetch the discovery document. */
export const providerPaths = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  end_session: '/connect/endsession',
  revocation: '/connect/revocation',
  jwks: '/.well-known/openid-configuration/jwks',
} as const

/**
 * The response mode in which the embedded provider responds to a silent sign-in with JSON instead of a redirect, so that
 * the app needs no hidden iframe (docs/security.md, 1.2).
 */
export const jsonResponseMode = 'json'

/** The route at which the browser app starts a sign-in. */
export const appSignInPath = '/authentication/login'

/** The app's form for a new entry in the current tournament, to which invitations lead. */
export const entryFormPath = '/entry/new'

/** The app’s page that accepts an admin’s link for a new organiser; the code is the fragment. */
export const organiserLinkPath = '/organiser'

/** The provider redirects the browser to these pages after a sign-in and a sign-out. */
export const signInCallbackPath = '/authentication/login-callback'
export const signOutCallbackPath = '/authentication/logout-callback'
