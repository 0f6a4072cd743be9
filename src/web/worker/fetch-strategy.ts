/**
 * How the service worker handles a request. `network`: not at all; the browser sends it as usual. `page`: network first,
 * with the cached app shell as the fallback. `file`: cache first.
 */
export type FetchStrategy = 'network' | 'page' | 'file'

/** Paths that the service worker never handles (docs/security.md, 15). */
const networkOnlyPaths =
  /^\/(api|identity|connect|\.well-known|_configuration|healthz|readyz|authentication\/(login|logout)-callback)(\/|$)/i

type RequestSummary = Pick<Request, 'method' | 'mode' | 'url'>

export function chooseFetchStrategy({ method, mode, url }: RequestSummary, origin: string): FetchStrategy {
  const { origin: requestOrigin, pathname, search } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin || networkOnlyPaths.test(pathname)) return 'network'
  if (mode === 'navigate') return hasFileExtension(pathname) ? 'network' : 'page'
  // The update check fetches the main script with a query; it must reach the server.
  return pathname.startsWith('/assets/') && search === '' ? 'file' : 'network'
}

/** Routes of the app have no file extension. */
function hasFileExtension(pathname: string): boolean {
  return /\.[^/]*$/.test(pathname)
}
