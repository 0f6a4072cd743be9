/**
 * Served instead of the service worker when `SERVICE_WORKER=off`. Browsers that have the service worker update to this
 * one, which deletes its caches and unregisters itself.
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

// Makes this file a module, so that the two workers do not share a global scope. Not in the build output.
export {}
