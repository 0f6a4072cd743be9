const serviceWorkerUrl = '/sw.js'

/** TypeScript's DOM does not know them yet. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** Once the app has settled (specification, section 9). Without a worker the app is the same, online. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Storage may be switched off, or a worker not wanted here: nothing to tell anybody.
  navigator.serviceWorker.register(toTrustedScriptUrl(serviceWorkerUrl)).catch(() => undefined)
}

/** The page's policy lets no text become code but through a policy of this one name, which knows this one address. */
function toTrustedScriptUrl(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (trustedTypes === undefined) return url
  const policy = trustedTypes.createPolicy('player-pool', { createScriptURL: () => serviceWorkerUrl })
  return policy.createScriptURL(url)
}
