/**
 * Served in the place of the service worker when it is withdrawn (setting SERVICE_WORKER): browsers that have the
 * other one fetch this, and are then without any.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(selfDestruct())
})

async function selfDestruct(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

// A module, so that the two workers' worlds are told apart; the build leaves nothing of it.
export {}
