const workerAddress = '/sw.js'

/** TypeScript's DOM does not know them yet. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

/** Once the app has settled (specification, section 9). Without a worker the app is the same, online. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Storage may be switched off, or a worker not wanted here: nothing to tell anybody.
  navigator.serviceWorker.register(toTrusted(workerAddress)).catch(() => undefined)
}

/** The page's policy lets no text become code but through a policy of this one name, which knows this one address. */
function toTrusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (trustedTypes === undefined) return address
  const policy = trustedTypes.createPolicy('player-pool', { createScriptURL: () => workerAddress })
  return policy.createScriptURL(address)
}
