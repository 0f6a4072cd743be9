/** Runs before the first paint, as a classic script: it must not import anything (`scripts/early-script-plugin.ts`). */

try {
  // Applied before the first paint, so that the page does not flash in the other theme.
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen

  // A tab without a user (`session/stored-user.ts`) signs in first. Preload its settings while the scripts load.
  if (!Object.keys(sessionStorage).some((key) => key.startsWith('oidc.user:'))) {
    const link = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/_configuration/golf' }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
} catch {
  // Storage is blocked: the system's theme applies.
}
