const serviceWorkerUrl = '/sw.js'

/** Not yet in TypeScript's DOM types. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** The service worker only adds offline start; without it the app works the same while online. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Fails if storage is blocked or the server does not offer a worker. The app works without it.
  navigator.serviceWorker.register(toTrustedScriptUrl(serviceWorkerUrl)).catch(() => undefined)
}

/** Content-Security-Policy requires a Trusted Types policy of this name (docs/security.md, 8.2). It allows this URL only. */
function toTrustedScriptUrl(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (trustedTypes === undefined) return url
  const policy = trustedTypes.createPolicy('player-pool', { createScriptURL: () => serviceWorkerUrl })
  return policy.createScriptURL(url)
}
