import { chooseFetchStrategy } from './fetch-strategy.ts'

/**
 * Keeps the shell of the app, its page and the files of the build, so that it opens without a network. Data is none of
 * its business: what was last on the board is kept by the app itself (`offline/`), where it goes with the user.
 */
declare const self: ServiceWorkerGlobalScope

/** Written in front of this file by `scripts/service-worker-plugin.ts`. */
declare const shell: { readonly version: string; readonly page: string; readonly files: readonly string[] }

const cachePrefix = 'shell-'

/** A page that the server has not sent by then is opened from the shell: on a bad network that is better than white. */
const networkTimeoutMs = 4000

/** A server that is being restarted answers through its proxy with one of these. */
const minGatewayErrorStatus = 502

self.addEventListener('install', (event) => {
  event.waitUntil(precacheShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const strategy = chooseFetchStrategy(event.request, self.location.origin)
  if (strategy === 'page') event.respondWith(respondWithPage(event.request))
  if (strategy === 'file') event.respondWith(respondWithFile(event.request))
})

/** All or nothing: a build that is only half there is tried again another time. */
async function precacheShell(): Promise<void> {
  const cache = await caches.open(cachePrefix + shell.version)
  await cache.addAll([shell.page, ...shell.files])
}

/** The one before stays: pages that are open may still want a file of it, which the server has not any more. */
async function deleteOldShells(): Promise<void> {
  const shellCaches = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  await Promise.all(shellCaches.slice(0, -2).map((name) => caches.delete(name)))
}

async function respondWithPage(request: Request): Promise<Response> {
  const networkResponse = fetch(request).catch(() => undefined)
  const answer = await Promise.race([networkResponse, wait(networkTimeoutMs)])
  if (answer !== undefined && answer.status < minGatewayErrorStatus) return answer
  return (await caches.match(shell.page)) ?? answer ?? (await networkResponse) ?? Response.error()
}

async function respondWithFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
