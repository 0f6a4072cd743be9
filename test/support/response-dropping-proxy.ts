import { connect, createServer, type Socket } from 'node:net'

/** A network that loses answers: the server has done its work, and whoever asked never hears of it. */
export type ResponseDroppingProxy = {
  /** The server's address, through the proxy. */
  readonly url: string
  /** The next answer is lost, and its connection cut. Resolves to the answer that nobody got. */
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
      // Each end goes with the other; why it went is not of interest.
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

/** Are the head and the announced body there? */
function isWhole(response: string): boolean {
  const [head = '', ...rest] = response.split('\r\n\r\n')
  const announced = /^content-length: (\d+)$/im.exec(head)?.[1]
  return announced !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(announced)
}
