import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { meantHostHeader, redirectRequests } from './outgoing-requests.ts'

export type ReceivedPost = { host: string; path: string; body: unknown; text: string }

export type ChatAnswer = { status: number; text?: string; headers?: Record<string, string> }

/** Addresses that the product accepts. */
export const testAddresses = {
  slack: 'https://hooks.slack.com/services/T000/B000/slacksecret',
  discord: 'https://discord.com/api/webhooks/123/discord-secret',
  teams:
    'https://prod-1.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sp=%2Frun&sig=teams-secret',
} as const

export type ChatReceiver = Awaited<ReturnType<typeof startChatReceiver>>

/** A server that stands for Slack, Discord and Teams until it is closed. `answer` decides what each post gets, by default 200. */
export async function startChatReceiver() {
  const posts: ReceivedPost[] = []
  let answer: (post: ReceivedPost) => ChatAnswer = () => ({ status: 200, text: 'ok' })
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const post = {
        host: String(incoming.headers[meantHostHeader]),
        path: incoming.url ?? '',
        body: z.json().parse(JSON.parse(text)),
        text,
      }
      const { status, text: body = '', headers = {} } = answer(post)
      if (status >= 200 && status < 300) posts.push(post)
      response.writeHead(status, headers).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hosts = Object.values(testAddresses).map((address) => new URL(address).host)
  const endRedirect = redirectRequests(hosts, port)
  return {
    posts,
    answerWith(next: (post: ReceivedPost) => ChatAnswer) {
      answer = next
    },
    async close() {
      endRedirect()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
