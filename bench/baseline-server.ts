/** The baseline: a bare `node:http` server that sends the same response, headers included, to every request. */
import { createServer, type OutgoingHttpHeaders } from 'node:http'

process.once('message', (message: { status: number; headers: OutgoingHttpHeaders; body: string }) => {
  const body = Buffer.from(message.body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(message.status, message.headers)
    response.end(body)
  })
  server.keepAliveTimeout = 72_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
  })
})
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
