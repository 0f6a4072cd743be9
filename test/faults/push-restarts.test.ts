import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSystemClock } from '#server/db/clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { addPushes, saveSubscription } from '#server/push/push-store.ts'
import { createVapid } from '#server/push/vapid.ts'
import { addUserWithIdentity } from '#server/users/identity-store.ts'
import { countWaitingMessages, endClaims } from '../support/outbox-rows.ts'
import { startPushService } from '../support/push-service.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(2)
const pushesPerRound = 30
/** The process ends after a random number of pushes, and a few milliseconds. */
const maxPushesBeforeEnd = 15
const maxDelayMs = 10

const folder = mkdtempSync(join(tmpdir(), 'player-pool-push-'))
const file = join(folder, 'pool.db')
const clock = createSystemClock('sqlite')
let service: Awaited<ReturnType<typeof startPushService>>
let database: Database
let subscriptionIds: number[]
let sender: ServerProcess | undefined
/** How many were sent but not answered when their process was killed. */
let handedOver = 0

beforeAll(async () => {
  service = await startPushService()
  database = openDatabase({ kind: 'sqlite', file })
  await migrate(database)
  subscriptionIds = await subscribeAll()
})
afterAll(async () => {
  sender?.signal('SIGKILL')
  await sender?.ended
  await database.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

it(
  'loses no notification, and shows none twice, when the process is stopped or killed while it sends',
  async () => {
    const random = testRandom()
    for (let round = 0; round < rounds; round += 1) {
      await queue(round)
      const isKill = round % 2 === 1
      const wanted = service.received.length + 1 + Math.floor(random.next() * maxPushesBeforeEnd)
      await start()
      await service.receive(wanted)
      await new Promise((done) => setTimeout(done, random.next() * maxDelayMs))
      await end({ isKill })
    }
    await start()
    await expect
      .poll(() => countWaitingMessages(database.db), { interval: 500, timeout: 60_000 + rounds * 5000 })
      .toBe(0)
    await end({ isKill: false })

    expect(service.refusals).toEqual([])
    const received = Map.groupBy(service.received, ({ notification }) => notification.title)
    const repeated = [...received.values()].filter((pushes) => pushes.length > 1)
    const all = Array.from({ length: rounds }, (_, round) => listTitles(round)).flat()
    expect(all.filter((title) => !received.has(title))).toEqual([])
    // A browser replaces the first with a repeat, which it recognises by the id.
    const ids = [...received.values()].map((pushes) => [...new Set(pushes.map(({ notification: { id } }) => id))])
    expect(ids.filter((each) => each.length !== 1)).toEqual([])
    expect(new Set(ids.flat()).size).toBe(all.length)
    // Only a kill before the answer repeats.
    expect(repeated.length).toBeLessThanOrEqual(handedOver)
  },
  60_000 + rounds * 20_000,
)

const listTitles = (round: number) => Array.from({ length: pushesPerRound }, (_, index) => `push ${round}.${index}`)

/** Ten browsers of one person. */
async function subscribeAll(): Promise<number[]> {
  const { db } = database
  const { publicKey } = createVapid({
    key: (await loadSecrets(db, clock)).pushKey,
    subject: 'mailto:a@example.org',
    clock,
  })
  const profile = { name: 'Ann', email: 'ann@example.org', emailVerified: true, asOf: clock.now() }
  const { user } = await addUserWithIdentity(db, { issuer: 'test', subject: 'ann' }, profile, clock.now())
  const ids: number[] = []
  for (let index = 0; index < 10; index += 1) {
    const { endpoint, keys } = service.subscribe(publicKey)
    const subscription = { userId: user.id, endpoint, ...keys, device: `Phone ${index}` }
    ids.push(await db.transaction().execute((trx) => saveSubscription(trx, subscription, clock.now())))
  }
  return ids
}

async function queue(round: number): Promise<void> {
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString()
  const pushes = listTitles(round).map((title, index) => ({
    requestKey: title,
    subscriptionId: subscriptionIds[index % subscriptionIds.length] ?? 0,
    push: { title, body: '', path: '/', tag: `t${index}`, urgency: 'normal' as const, expiresAt },
  }))
  await addPushes(database.db, pushes, clock.now())
}

async function start(): Promise<void> {
  sender = spawnScript('test/support/push-sender-process.ts', { folder, args: [file, service.origin] })
  await sender.ready
}

async function end({ isKill }: { isKill: boolean }): Promise<void> {
  sender?.signal(isKill ? 'SIGKILL' : 'SIGTERM')
  const status = await sender?.ended
  if (isKill) handedOver += (await endClaims(database.db)).handedOver
  else expect(status).toEqual({ code: 0, signal: null })
}
