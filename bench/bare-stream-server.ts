/** The baseline of the stream: a bare `node:http` server that writes one text to all its listeners. */
import { createServer, type ServerResponse } from 'node:http'
import type { Usage } from './child-process.ts'

/** The same length as an event of the app. */
const text = `event: leaderboard\nid: 7\ndata: ${JSON.stringify({
  version: 7,
  feedChecked: '2026-04-09T12:00:00.000Z',
  spreadMs: 800,
})}\n\n`

const listeners = new Set<ServerResponse>()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
  response.write(text)
  listeners.add(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})

process.on('message', ({ do: command }: { do: 'publish' | 'usage' }) => {
  if (command === 'publish') {
    const publishedAt = performance.timeOrigin + performance.now()
    for (const listener of listeners) listener.write(text)
    process.send?.({ publishedAt })
    return
  }
  const { user, system } = process.cpuUsage()
  const usage: Usage = {
    cpuMs: (user + system) / 1000,
    rss: process.memoryUsage().rss,
    listeners: listeners.size,
  }
  process.send?.(usage)
})
process.on('disconnect', () => process.exit(0))
