import { once } from 'node:events'
import { createServer } from 'node:net'
import { explainStartupError, type Listen } from './startup-error.ts'

const unspecified: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where programs of this machine reach the server. */
export function toLocalUrl({ host, port }: Listen): string {
  const address = unspecified[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Why no server can listen there, as its start would say. Undefined if one can, which this tries for a moment. */
export async function findListenFault(listen: Listen): Promise<string | undefined> {
  const server = createServer().listen(listen.port, listen.host)
  try {
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return explainStartupError(error, listen)
  } finally {
    server.close()
  }
}
