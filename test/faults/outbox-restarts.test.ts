import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '#demo/free-port.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { composeMail } from '#server/mail/account-messages.ts'
import { addMails } from '#server/mail/mail-queue.ts'
import { createChangeWaiter } from '../support/change-waiter.ts'
import { countWaitingMessages, endClaims } from '../support/outbox-rows.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { getSigningKey } from '../support/signing-key.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(2)
/** At the start of each round: more than are sent before its end. */
const waitingMails = 40
/** The process ends after a random number of mails, and a few milliseconds. */
const maxMailsBeforeEnd = 20
const maxDelayMs = 15
/** The mail server delays each reply: most kills happen in that time. */
const maxCheckMs = 12

const folder = mkdtempSync(join(tmpdir(), 'player-pool-restarts-'))
const message = composeMail({ subject: 'Scores', paragraphs: ['Birdie on 12.'] })
const recipients: string[] = []
/** How often each recipient's mail was received. */
const received = new Map<string, number>()
let receivedCount = 0
const changes = createChangeWaiter()
let checkMs = () => 0
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let database: Database
let server: ServerProcess | undefined

beforeAll(async () => {
  sink = await startSmtpSink(
    ({ to }) => {
      for (const recipient of to) received.set(recipient, (received.get(recipient) ?? 0) + 1)
      receivedCount += 1
      sink.mails.length = 0
      changes.notify()
    },
    () => checkMs(),
  )
  database = openDatabase({ kind: 'sqlite', file: join(folder, 'pool.db') })
  await migrate(database)
  await loadSecrets(database.db, createSystemClock('sqlite'), getSigningKey)
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  await database.close()
  await sink.close()
  rmSync(folder, { recursive: true })
})

it(
  'loses and repeats nothing when the process is stopped or killed while it sends',
  async () => {
    const random = testRandom()
    checkMs = () => Math.ceil(random.next() * maxCheckMs)
    for (let round = 0; round < rounds; round += 1) {
      await queueMails()
      const isKill = round % 2 === 1
      const wanted = receivedCount + 1 + Math.floor(random.next() * maxMailsBeforeEnd)
      await restart()
      await receive(wanted)
      await new Promise((done) => setTimeout(done, random.next() * maxDelayMs))
      await end({ isKill })
    }
    await restart()
    await expect.poll(() => countWaitingMessages(database.db), { timeout: 60_000 }).toBe(0)
    await end({ isKill: false })

    const repeated = recipients.filter((recipient) => (received.get(recipient) ?? 0) > 1)
    const lost = recipients.filter((recipient) => !received.has(recipient))
    const doubtful = await listDoubtful()
    expect(repeated).toEqual([])
    // Only a kill between the record and the bytes can lose a mail, which the outbox then names.
    expect(lost.filter((recipient) => !doubtful.includes(recipient))).toEqual([])
  },
  60_000 + rounds * 20_000,
)

async function queueMails(): Promise<void> {
  const missing = waitingMails - (await countWaitingMessages(database.db))
  const added = Array.from({ length: missing }, (_, index) => `player${recipients.length + index}@example.org`)
  recipients.push(...added)
  const mails = added.map((recipient) => ({ requestKey: 'restarts', recipient, message }))
  await addMails(database.db, mails, new Date())
}

async function restart(): Promise<void> {
  const port = String(await findFreePort())
  const settings = {
    PORT: port,
    DATABASE_URL: `sqlite:${join(folder, 'pool.db')}`,
    FEED_URL: 'http://127.0.0.1:9',
    SMTP_URL: sink.url,
    MAIL_FROM: 'pool@example.org',
  }
  server = spawnScript('src/server/main.ts', { folder, settings })
  await server.ready
}

/** Waits until this many mails have been received. */
async function receive(wanted: number): Promise<void> {
  await changes.waitFor(() => receivedCount >= wanted || undefined)
}

async function end({ isKill }: { isKill: boolean }): Promise<void> {
  server?.signal(isKill ? 'SIGKILL' : 'SIGTERM')
  const status = await server?.ended
  // Claims of processes that were killed have ended.
  const claimed = database.db
    .selectFrom('outbox')
    .select('recipient')
    .where('claimed_by', 'is not', null)
    .where('next_attempt_at', '>', new Date().toISOString())
  if (isKill) {
    await endClaims(database.db)
  } else {
    expect(status).toEqual({ code: 0, signal: null })
    expect(await claimed.execute()).toEqual([])
  }
}

/** Recipients of mails that count as sent although their process died before the answer. */
async function listDoubtful(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('outbox')
    .select('recipient')
    .where('sent_at', 'is not', null)
    .where('last_error', 'is not', null)
    .execute()
  return rows.map(({ recipient }) => recipient)
}
