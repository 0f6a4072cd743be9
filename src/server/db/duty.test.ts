import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, cutSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import type { DatabaseConfig } from '../config.ts'
import { type Duty, takeDuty } from './duty.ts'

const log = createLog('silent')
const retryMs = 20

type Contender = { duty: Duty; told: string[]; isOnDuty(): boolean }

function contend(config: DatabaseConfig): Contender {
  const told: string[] = []
  const listeners = { onTaken: () => told.push('taken'), onLost: () => told.push('lost') }
  const duty = takeDuty(config, 'feed-poller', listeners, log, retryMs)
  return { duty, told, isOnDuty: () => told.at(-1) === 'taken' }
}

it('on SQLite the one process has the duty at once, until it stops', async () => {
  const { duty, told } = contend({ kind: 'sqlite', file: ':memory:' })
  expect(told).toEqual(['taken'])
  await duty.stop()
  expect(told).toEqual(['taken', 'lost'])
})

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('a duty that several processes contend for', () => {
  let config: DatabaseConfig
  let remove: () => Promise<void>
  let proxy: DatabaseProxy
  let contenders: Contender[]

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    ;({ config, remove } = await postgres.create())
    proxy = await startDatabaseProxy(config)
    contenders = []
  })
  afterEach(async () => {
    for (const { duty } of contenders) await duty.stop()
    await proxy.close()
    await remove()
  })

  function join(through = config): Contender {
    const contender = contend(through)
    contenders.push(contender)
    return contender
  }

  /** Who has it, by number. */
  const onDuty = () => contenders.flatMap((contender, index) => (contender.isOnDuty() ? [index] : []))

  it('is taken by one of them', async () => {
    for (let count = 0; count < 3; count += 1) join()
    await expect.poll(() => countSessions(config, 'feed-poller')).toBe(3)
    await expect.poll(onDuty).toHaveLength(1)
  })

  it('goes to another when the one that has it stops', async () => {
    const first = join()
    await expect.poll(onDuty).toEqual([0])
    const second = join()
    await first.duty.stop()
    expect(first.told).toEqual(['taken', 'lost'])
    await expect.poll(onDuty).toEqual([1])
    expect(second.told).toEqual(['taken'])
  })

  it('goes to another when the connection that holds it is cut', async () => {
    const first = join(proxy.config)
    await expect.poll(onDuty).toEqual([0])
    join()
    await expect.poll(() => countSessions(config, 'feed-poller')).toBe(2)
    await proxy.stop()
    await expect.poll(onDuty).toEqual([1])
    expect(first.told).toEqual(['taken', 'lost'])
    await proxy.start()
    await expect.poll(() => countSessions(config, 'feed-poller')).toBe(2)
    expect(onDuty()).toEqual([1])
  })

  it('is taken again by the same one when the server has ended its connection', async () => {
    const { told } = join()
    await expect.poll(onDuty).toEqual([0])
    await cutSessions(config, 'feed-poller')
    await expect.poll(() => told).toEqual(['taken', 'lost', 'taken'])
  })

  it('is taken once, over one connection, however often the database was away', async () => {
    const { told } = join(proxy.config)
    for (let times = 1; times <= 5; times += 1) {
      await expect.poll(() => told.length).toBe(2 * times - 1)
      await proxy.stop()
      await expect.poll(() => told.length).toBe(2 * times)
      await proxy.start()
    }
    await expect.poll(onDuty).toEqual([0])
    expect(await countSessions(config, 'feed-poller')).toBe(1)
  })

  it('is not taken by one that was stopped while it was connecting', async () => {
    proxy.hold()
    const { duty, told } = join(proxy.config)
    await expect.poll(() => proxy.connections()).toBe(1)
    const stopped = duty.stop()
    await proxy.start()
    await stopped
    await expect.poll(() => proxy.connections()).toBe(0)
    expect(told).toEqual([])
    join()
    await expect.poll(onDuty).toEqual([1])
  })
})
