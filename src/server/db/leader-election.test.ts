import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, terminateSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import type { DatabaseConfig } from '../config.ts'
import { electLeader, type LeaderElection } from './leader-election.ts'

const log = createLog('silent')
const retryMs = 20

type Candidate = { election: LeaderElection; transitions: string[]; isLeader(): boolean }

function contend(config: DatabaseConfig): Candidate {
  const transitions: string[] = []
  const listeners = { onElected: () => transitions.push('taken'), onDemoted: () => transitions.push('lost') }
  const election = electLeader(config, 'feed-polling', listeners, log, retryMs)
  return { election, transitions, isLeader: () => transitions.at(-1) === 'taken' }
}

it('on SQLite the one process has the duty at once, until it stops', async () => {
  const { election, transitions } = contend({ kind: 'sqlite', file: ':memory:' })
  expect(transitions).toEqual(['taken'])
  await election.stop()
  expect(transitions).toEqual(['taken', 'lost'])
})

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('a duty that several processes contend for', () => {
  let config: DatabaseConfig
  let remove: () => Promise<void>
  let proxy: DatabaseProxy
  let contenders: Candidate[]

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    ;({ config, remove } = await postgres.create())
    proxy = await startDatabaseProxy(config)
    contenders = []
  })
  afterEach(async () => {
    for (const { election } of contenders) await election.stop()
    await proxy.close()
    await remove()
  })

  function join(through = config): Candidate {
    const contender = contend(through)
    contenders.push(contender)
    return contender
  }

  /** Who has it, by number. */
  const onDuty = () => contenders.flatMap((contender, index) => (contender.isLeader() ? [index] : []))

  it('is taken by one of them', async () => {
    for (let count = 0; count < 3; count += 1) join()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(3)
    await expect.poll(onDuty).toHaveLength(1)
  })

  it('goes to another when the one that has it stops', async () => {
    const first = join()
    await expect.poll(onDuty).toEqual([0])
    const second = join()
    await first.election.stop()
    expect(first.transitions).toEqual(['taken', 'lost'])
    await expect.poll(onDuty).toEqual([1])
    expect(second.transitions).toEqual(['taken'])
  })

  it('goes to another when the connection that holds it is cut', async () => {
    const first = join(proxy.config)
    await expect.poll(onDuty).toEqual([0])
    join()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(2)
    await proxy.stop()
    await expect.poll(onDuty).toEqual([1])
    expect(first.transitions).toEqual(['taken', 'lost'])
    await proxy.start()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(2)
    expect(onDuty()).toEqual([1])
  })

  it('is taken again by the same one when the server has ended its connection', async () => {
    const { transitions } = join()
    await expect.poll(onDuty).toEqual([0])
    await terminateSessions(config, 'feed-polling')
    await expect.poll(() => transitions).toEqual(['taken', 'lost', 'taken'])
  })

  it('is taken once, over one connection, however often the database was away', async () => {
    const { transitions } = join(proxy.config)
    for (let times = 1; times <= 5; times += 1) {
      await expect.poll(() => transitions.length).toBe(2 * times - 1)
      await proxy.stop()
      await expect.poll(() => transitions.length).toBe(2 * times)
      await proxy.start()
    }
    await expect.poll(onDuty).toEqual([0])
    expect(await countSessions(config, 'feed-polling')).toBe(1)
  })

  it('is not taken by one that was stopped while it was connecting', async () => {
    proxy.hold()
    const { election, transitions } = join(proxy.config)
    await expect.poll(() => proxy.connections()).toBe(1)
    const stopped = election.stop()
    await proxy.start()
    await stopped
    await expect.poll(() => proxy.connections()).toBe(0)
    expect(transitions).toEqual([])
    join()
    await expect.poll(onDuty).toEqual([1])
  })
})
