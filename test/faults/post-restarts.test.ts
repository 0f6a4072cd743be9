import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { addMessages } from '#server/outbox/outbox-store.ts'
import { sha256Hex } from '#server/sha256.ts'
import { createVault } from '#server/vault.ts'
import { addWebhook, toRecipient } from '#server/webhooks/webhook-store.ts'
import { createChangeWaiter } from '../support/change-waiter.ts'
import { type ChatReceiver, startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { countWaitingMessages, endClaims } from '../support/outbox-rows.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(2)
const postsPerRound = 10
/** The process ends after a random number of posts, often while the service is handling one. */
const maxPostsBeforeEnd = 8
const maxThinkMs = 12

const folder = mkdtempSync(join(tmpdir(), 'player-pool-posts-'))
const file = join(folder, 'pool.db')
/** How often each post was received, by its title and path. */
const received = new Map<string, number>()
let receivedCount = 0
const changes = createChangeWaiter()
let chat: ChatReceiver
let database: Database
let sender: ServerProcess | undefined
let recipients: string[]

beforeAll(async () => {
  chat = await startChatReceiver(({ path, body }) => {
    const key = `${(body as { text: string }).text} ${path}`
    received.set(key, (received.get(key) ?? 0) + 1)
    receivedCount += 1
    chat.posts.length = 0
    changes.notify()
  })
  database = openDatabase({ kind: 'sqlite', file })
  await migrate(database)
  recipients = await Promise.all(['a', 'b', 'c'].map(addChat))
})
afterAll(async () => {
  sender?.signal('SIGKILL')
  await sender?.ended
  await database.close()
  await chat.close()
  rmSync(folder, { recursive: true })
})

async function addChat(suffix: string): Promise<string> {
  const url = `${testAddresses.slack}${suffix}`
  const digest = sha256Hex(url)
  const sealedUrl = createVault('key', '', 'webhook').seal(digest, Buffer.from(url))
  const webhook = { service: 'slack', host: 'hooks.slack.com', ending: suffix, kinds: [], digest, sealedUrl } as const
  return toRecipient(await addWebhook(database.db, webhook, new Date()))
}

it(
  'loses and repeats no post when the process is stopped or killed while it sends',
  async () => {
    const random = testRandom()
    chat.answerWith(() => ({ status: 200, delayMs: Math.ceil(random.next() * maxThinkMs) }))
    for (let round = 0; round < rounds; round += 1) {
      await queue(round)
      const isKill = round % 2 === 1
      const wanted = receivedCount + 1 + Math.floor(random.next() * maxPostsBeforeEnd)
      start()
      await changes.waitFor(() => receivedCount >= wanted || undefined)
      await end({ isKill })
    }
    start()
    await expect
      .poll(() => countWaitingMessages(database.db), { interval: 500, timeout: 60_000 + rounds * 5000 })
      .toBe(0)
    await end({ isKill: false })

    const all = await database.db.selectFrom('outbox').select(['last_error', 'sent_at']).execute()
    const doubtful = all.filter(({ last_error, sent_at }) => last_error !== null && sent_at !== null).length
    const repeated = [...received.values()].filter((count) => count > 1).length
    const lost = rounds * postsPerRound * recipients.length - received.size
    expect(all).toHaveLength(rounds * postsPerRound * recipients.length)
    expect(repeated).toBe(0)
    // Only a kill between the record and the bytes can lose a post, which the outbox then names.
    expect(lost).toBeLessThanOrEqual(doubtful)
  },
  60_000 + rounds * 20_000,
)

async function queue(round: number): Promise<void> {
  const messages = recipients.flatMap((recipient) =>
    Array.from({ length: postsPerRound }, (_, index) => ({
      channel: 'webhook' as const,
      requestKey: `post:${round}:${index}`,
      recipient,
      payload: { title: `Post ${round}.${index}`, lines: ['line'], link: { text: 'Open', url: 'https://example.org' } },
    })),
  )
  await addMessages(database.db, messages, new Date())
}

function start(): void {
  sender = spawnScript('test/support/webhook-sender-process.ts', { folder, args: [file, String(chat.port)] })
}

async function end({ isKill }: { isKill: boolean }): Promise<void> {
  await sender?.ready
  sender?.signal(isKill ? 'SIGKILL' : 'SIGTERM')
  const status = await sender?.ended
  if (!isKill) expect(status).toEqual({ code: 0, signal: null })
  await endClaims(database.db)
}
