/**
 * How the service worker handles a request. `network`: not at all; the browser sends it as usual. `page`: network
 * first, with the cached app shell as the fallback. `file`: cache first.
 */
export type FetchStrategy = 'network' | 'page' | 'file'

type RequestSummary = Pick<Request, 'method' | 'mode' | 'url'>

/** Requests at or below `serverPaths` always go to the server (docs/security.md, 15). */
export function chooseFetchStrategy(
  { method, mode, url }: RequestSummary,
  origin: string,
  serverPaths: readonly string[],
): FetchStrategy {
  const { origin: requestOrigin, pathname, search } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin || isBelow(pathname, serverPaths)) return 'network'
  if (mode === 'navigate') return hasFileExtension(pathname) ? 'network' : 'page'
  // The update check fetches the main script with a query; it must reach the server.
  return pathname.startsWith('/assets/') && search === '' ? 'file' : 'network'
}

/** Ignores case, so that a mistyped server path does not open the app. */
function isBelow(pathname: string, serverPaths: readonly string[]): boolean {
  return serverPaths.some((path) => `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase()))
}

/** Routes of the app have no file extension. */
function hasFileExtension(pathname: string): boolean {
  return /\.[^/]*$/.test(pathname)
}
