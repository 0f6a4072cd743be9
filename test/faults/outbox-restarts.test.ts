import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addPool,
  addRivals,
  createMessages,
  createReceipts,
  createSystemClock,
  inTransaction,
  listEntries,
  loadSecrets,
  migrate,
  openDatabase,
} from '#built/harness.mjs'
import type { Database } from '#server/platform/db/database.ts'
import { listFavourites } from '#simulator/simulated-entries.ts'
import { createChangeWaiter } from '../support/change-waiter.ts'
import { countWaitingMessages, endLeases } from '../support/outbox-rows.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { testRandom } from '../support/test-random.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'

const rounds = testRounds(2)
/** An organiser writes to them at the start of each round. In the first they get receipts, in the last the sheet. */
const entrantCount = hasMoreRounds ? 1000 : 100
/** The process ends after a random number of emails, and a few milliseconds. */
const maxEmailsBeforeEnd = 20
const maxDelayMs = 15
/** The mail server delays each reply: most kills happen in that time. */
const maxCheckMs = 12

const folder = mkdtempSync(join(tmpdir(), 'player-pool-restarts-'))
/** The Message-IDs of the emails that each recipient received, by the address and the round. */
const received = new Map<string, string[]>()
let killCount = 0
let receivedCount = 0
const changes = createChangeWaiter()
let checkMs = () => 0
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let database: Database
let tournamentId: number
let server: ServerProcess | undefined

beforeAll(async () => {
  sink = await startSmtpSink(
    ({ to, data }) => {
      const [, id = ''] = /^message-id: (.*)$/im.exec(data) ?? []
      const [text] = /Birdie on \d+|Receipt of a saved entry|All picks are locked/.exec(data) ?? []
      const key = `${to.join()}: ${text}`
      received.set(key, [...(received.get(key) ?? []), id])
      receivedCount += 1
      sink.emails.length = 0
      changes.notify()
    },
    () => checkMs(),
  )
  database = openDatabase({ kind: 'sqlite', file: join(folder, 'pool.db') })
  await migrate(database)
  await loadSecrets(database.db, createSystemClock('sqlite'))
  tournamentId = await addPool(
    { database },
    {
      espnId: '401000001',
      name: 'The Restarted Open',
      start: new Date(Date.now() + 24 * 60 * 60 * 1000),
      favourites: listFavourites('restarts'),
      entrantIds: await addRivals({ database }, entrantCount),
    },
  )
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  await database.close()
  await sink.close()
  rmSync(folder, { recursive: true })
})

it(
  'loses no organiser’s message, receipt or sheet when the process is stopped or killed, and only a kill repeats one, with the same Message-ID',
  async () => {
    const random = testRandom()
    checkMs = () => Math.ceil(random.next() * maxCheckMs)
    await addReceipts()
    for (let round = 0; round < rounds; round += 1) {
      if (round === rounds - 1) await start()
      expect(await write(round)).toBe(entrantCount)
      const isKill = round % 2 === 1
      const wanted = receivedCount + 1 + Math.floor(random.next() * maxEmailsBeforeEnd)
      await restart()
      await receive(wanted)
      await new Promise((done) => setTimeout(done, random.next() * maxDelayMs))
      await end({ isKill })
    }
    await restart()
    await expect.poll(() => countWaitingMessages(database.db)).toBe(0)
    await end({ isKill: false })

    expect(received.size).toBe((rounds + 2) * entrantCount)
    const repeated = [...received.values()].filter((ids) => ids.length > 1)
    expect(repeated.filter((ids) => new Set(ids).size !== 1)).toEqual([])
    // One email is in flight at a time.
    expect(repeated.length).toBeLessThanOrEqual(killCount)
    // An organiser who is not sure presses again.
    expect(await write(rounds - 1)).toBe(0)
  },
  limitsMs.api + rounds * 20_000,
)

/** Returns the number of people who get it. */
async function write(round: number): Promise<number | null> {
  const { db, kind } = database
  const options = { db, clock: createSystemClock(kind), outbox: { wake() {} }, publicUrl: 'http://localhost' }
  const message = { to: 'entered' as const, text: `Birdie on ${round + 1}.` }
  const messages = createMessages({ ...options, timeZone: 'UTC', rateLimitFactor: 0, hasMail: true })
  return (await messages.send(tournamentId, message, 1)).people
}

async function addReceipts(): Promise<void> {
  const { db } = database
  const options = { auditKey: 'key', publicUrl: 'http://localhost', timeZone: 'UTC', poolName: 'Pool', hasMail: true }
  for (const entry of await listEntries(db, tournamentId))
    await inTransaction(db, (trx) => createReceipts(options).add(trx, entry, new Date()))
}

/** The next process sends the sheet. */
async function start(): Promise<void> {
  const start = new Date(Date.now() - 60_000).toISOString()
  await database.db.updateTable('tournaments').set({ start }).where('id', '=', tournamentId).execute()
}

async function restart(): Promise<void> {
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'pool.db')}`,
    FEED_URL: 'http://127.0.0.1:9',
    SMTP_URL: sink.url,
    MAIL_FROM: 'pool@example.org',
  }
  server = await startServer({ folder, settings })
}

/** Waits until this many emails have been received. */
async function receive(wanted: number): Promise<void> {
  await changes.waitFor(() => receivedCount >= wanted || undefined)
}

async function end({ isKill }: { isKill: boolean }): Promise<void> {
  server?.signal(isKill ? 'SIGKILL' : 'SIGTERM')
  const status = await server?.ended
  if (isKill) {
    killCount += 1
    await endLeases(database.db)
  } else {
    expect(status).toEqual({ code: 0, signal: null })
    // The leases of processes that were killed have ended.
    const claimed = database.db
      .selectFrom('outbox')
      .select('recipient')
      .where('claimed_by', 'is not', null)
      .where('next_attempt_at', '>', new Date().toISOString())
    expect(await claimed.execute()).toEqual([])
  }
}
