/**
 * Runs before the first paint and before the app's scripts have been read. It must not import anything: see
 * `scripts/inline-script-plugin.ts`.
 */
try {
  // So that the page never flashes in the other theme.
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
} catch {
  // If storage is blocked, the system's theme applies.
}

const signInLibrary = document.currentScript?.dataset['signIn']
if (signInLibrary !== undefined && !hasUser()) {
  // A tab without a user signs in silently first. What it needs for that is loaded beside the app's scripts.
  preload({ rel: 'modulepreload', href: signInLibrary })
  preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/_configuration/golf' })
}

/** Where the sign-in library stores the user of a tab: see `session/stored-user.ts`. */
function hasUser(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('oidc.user:'))
  } catch {
    return false
  }
}

function preload(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}
