import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port, for servers that must know their address before they listen. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' ? address?.port : undefined
      probe.close(() => (port === undefined ? reject(new Error('There is no free port.')) : resolve(port)))
    })
  })
}

/** Throws the error of `listen` if another program has the port. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
