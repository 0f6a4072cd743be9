/** Ports of this machine's servers that stand for services on the internet, by host. */
const servers = new Map<string, number>()
const { fetch: realFetch } = globalThis

/** The host that a request was meant for: `fetch` sets the header "host" itself. */
export const meantHostHeader = 'x-meant-host'

/** From now on, requests of this process to these hosts go to a port of this machine. Returns a function that ends it. */
export function redirectRequests(hosts: readonly string[], port: number): () => void {
  for (const host of hosts) servers.set(host, port)
  return () => {
    for (const host of hosts) if (servers.get(host) === port) servers.delete(host)
  }
}

/** Nothing that a test sends leaves this machine. */
globalThis.fetch = async (input, init) => {
  const { hostname, host, pathname, search } = new URL(input instanceof Request ? input.url : input)
  if (/^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)) return realFetch(input, init)
  const port = servers.get(host)
  if (port === undefined) throw new TypeError(`No test server stands for ${host}.`)
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), [meantHostHeader]: host }
  return realFetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers })
}
