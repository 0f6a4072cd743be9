import { chooseFetchStrategy } from './fetch-strategy.ts'
import { handleNotifications } from './notifications.ts'

/**
 * Caches the app shell, which is its page and the files of the build, so that the app opens offline. It never caches
 * data: the app itself caches the last board (`offline/`) and clears it on sign-out.
 */
declare const self: ServiceWorkerGlobalScope

/** Inserted by `scripts/service-worker-plugin.ts`. */
declare const shell: {
  readonly version: string
  readonly page: string
  readonly files: readonly string[]
  readonly serverPaths: readonly string[]
}

const cachePrefix = 'shell-'

/** After this time the page comes from the cache: on a slow network that is better than a blank page. */
const networkTimeoutMs = 4000

/** The lowest status of a proxy without a server: 502, 503 or 504 while the server restarts. */
const minGatewayErrorStatus = 502

self.addEventListener('install', (event) => {
  event.waitUntil(precacheShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const strategy = chooseFetchStrategy(event.request, self.location.origin, shell.serverPaths)
  if (strategy === 'page') event.respondWith(respondWithPage(event.request))
  if (strategy === 'file') event.respondWith(respondWithFile(event.request))
})

handleNotifications(self)

/** If one file fails, the installation fails, and the browser tries again later. */
async function precacheShell(): Promise<void> {
  const cache = await caches.open(cachePrefix + shell.version)
  await cache.addAll([shell.page, ...shell.files])
}

/** Keeps the previous shell: open pages may still need its files, which the server no longer has. */
async function deleteOldShells(): Promise<void> {
  const shellCaches = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  await Promise.all(shellCaches.slice(0, -2).map((name) => caches.delete(name)))
}

async function respondWithPage(request: Request): Promise<Response> {
  const networkResponse = fetch(request).catch(() => undefined)
  const response = await Promise.race([networkResponse, wait(networkTimeoutMs)])
  if (response !== undefined && response.status < minGatewayErrorStatus) return response
  return (await caches.match(shell.page)) ?? response ?? (await networkResponse) ?? Response.error()
}

async function respondWithFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
