import { connect, createServer, type Socket } from 'node:net'

/** A proxy that drops responses: the server handles a request, but the client never gets the response. */
export type ResponseDroppingProxy = {
  /** The server's address, through the proxy. */
  readonly url: string
  /** Drops the next response and closes its connection. Resolves to that response. */
  dropNext(): Promise<string>
  close(): Promise<void>
}

export async function startResponseDroppingProxy(target: string): Promise<ResponseDroppingProxy> {
  const { port, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  let drop: ((response: string) => void) | undefined

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let lost = ''
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Closing one side closes the other.
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      if (!drop) {
        client.write(bytes)
        return
      }
      lost += bytes.toString()
      if (!isWhole(lost)) return
      drop(lost)
      drop = undefined
      client.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')

  return {
    url: `http://127.0.0.1:${address.port}`,
    dropNext: () =>
      new Promise((resolve) => {
        drop = resolve
      }),
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether the head and the announced body have arrived. */
function isWhole(response: string): boolean {
  const [head = '', ...rest] = response.split('\r\n\r\n')
  const announced = /^content-length: (\d+)$/im.exec(head)?.[1]
  return announced !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(announced)
}
