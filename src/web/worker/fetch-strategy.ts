/**
 * What the service worker does with a request. `network`: nothing, the browser asks the server as if there were no
 * worker. `page`: the server's page, or the kept shell when the server is out of reach. `file`: a file of the shell.
 */
export type FetchStrategy = 'network' | 'page' | 'file'

/** The parts of the server that no worker may stand before, and the two pages to which a sign-in comes back. */
const networkOnlyPaths =
  /^\/(api|identity|connect|\.well-known|_configuration|healthz|readyz|authentication\/(login|logout)-callback)(\/|$)/i

type RequestSummary = Pick<Request, 'method' | 'mode' | 'url'>

export function chooseFetchStrategy({ method, mode, url }: RequestSummary, origin: string): FetchStrategy {
  const { origin: requestOrigin, pathname, search } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin || networkOnlyPaths.test(pathname)) return 'network'
  if (mode === 'navigate') return hasFileExtension(pathname) ? 'network' : 'page'
  // The update check asks for the main script with a query: only the server's own answer counts.
  return pathname.startsWith('/assets/') && search === '' ? 'file' : 'network'
}

/** The app's own addresses have none; what has one is a file. */
function hasFileExtension(pathname: string): boolean {
  return /\.[^/]*$/.test(pathname)
}
