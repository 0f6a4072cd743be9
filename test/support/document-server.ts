import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScoreDocument } from '#domain/scores/score-document.ts'

export type DocumentServer = Awaited<ReturnType<typeof startDocumentServer>>

/** A source of scores in the pool's own shape. */
export async function startDocumentServer() {
  let reply: RequestListener = (_request, response) => response.writeHead(404).end()
  const received: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers })
    reply(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.on('listening', done))
  const json = { 'content-type': 'application/json' }
  return {
    /** The value for SCORES_URL. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scores/{event}?key=secret`,
    received,
    answer(next: RequestListener): void {
      reply = next
    },
    serve(document: ScoreDocument | object | string): void {
      const body = typeof document === 'string' ? document : JSON.stringify(document)
      reply = (_request, response) => response.writeHead(200, json).end(body)
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
