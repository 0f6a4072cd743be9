/** Not yet in TypeScript's DOM types. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** The service worker, and the chances worker under its hashed name. */
const workerPaths = /^\/(sw\.js|assets\/chances-worker-[\w-]+\.js)$/

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null

/**
 * Content-Security-Policy requires a Trusted Types policy of this name, and allows it to be created once
 * (docs/security.md, 8.2). It accepts only the URLs of our own workers.
 */
export function toTrustedScriptUrl(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // The development server has no policy, and other URLs.
  if (trustedTypes === undefined || !import.meta.env.PROD) return url
  policy ??= trustedTypes.createPolicy('player-pool', { createScriptURL: requireWorker })
  return policy.createScriptURL(url)
}

function requireWorker(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  if (origin !== location.origin || !workerPaths.test(pathname)) throw new TypeError(`${url} is not one of our workers`)
  return pathname
}
