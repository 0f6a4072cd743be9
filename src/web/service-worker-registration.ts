import { toTrustedScriptUrl } from './page/script-url.ts'

const serviceWorkerUrl = '/sw.js'

/** The service worker only adds offline start; without it the app works the same while online. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Fails if storage is blocked or the server does not offer a worker. The app works without it.
  navigator.serviceWorker.register(toTrustedScriptUrl(serviceWorkerUrl)).catch(() => undefined)
}
