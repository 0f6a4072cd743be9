import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#test/support/database-proxy.ts'
import { countSessions, terminateSessions } from '#test/support/postgres-sessions.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { defaultTiming } from './dedicated-connection.ts'
import { electLeader, type LeaderElection, type Lease } from './leader-election.ts'

const log = createLog('silent')
/** A lease lasts 2,600 ms: on a busy machine a response takes more than a second. */
const timing = { retryMs: 20, heartbeatMs: 100, responseTimeoutMs: 2500, sessionTimeoutMs: 3500 }

type Candidate = { election: LeaderElection; transitions: string[]; isLeader(): boolean; lease(): Lease | undefined }

function campaign(config: DatabaseConfig, noteElection = () => {}): Candidate {
  const transitions: string[] = []
  let lease: Lease | undefined
  const listeners = {
    onElected(acquired: Lease) {
      noteElection()
      lease = acquired
      transitions.push('elected')
    },
    onDemoted: () => transitions.push('demoted'),
  }
  const election = electLeader(config, 'feed-polling', listeners, log, timing)
  return { election, transitions, isLeader: () => transitions.at(-1) === 'elected', lease: () => lease }
}

it('by default a leader steps down before another can be elected, which takes at most 20 seconds', () => {
  const { retryMs, heartbeatMs, responseTimeoutMs, sessionTimeoutMs } = defaultTiming
  expect(heartbeatMs + responseTimeoutMs).toBeLessThan(sessionTimeoutMs)
  expect(sessionTimeoutMs + retryMs).toBeLessThan(20_000)
})

it('on SQLite the only process is elected at once, and demoted when it stops', async () => {
  const { election, transitions } = campaign({ kind: 'sqlite', file: ':memory:' })
  expect(transitions).toEqual(['elected'])
  await election.stop()
  expect(transitions).toEqual(['elected', 'demoted'])
})

const postgres = databaseKinds().find((kind) => kind.name === 'PostgreSQL')

describe.runIf(postgres)('of several processes on PostgreSQL', () => {
  let config: DatabaseConfig
  let remove: () => Promise<void>
  let proxy: DatabaseProxy
  let candidates: Candidate[]

  beforeEach(async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    ;({ config, remove } = await postgres.create())
    proxy = await startDatabaseProxy(config)
    candidates = []
  })
  afterEach(async () => {
    for (const { election } of candidates) await election.stop()
    await proxy.close()
    await remove()
  })

  function join(through = config, noteElection = () => {}): Candidate {
    const candidate = campaign(through, noteElection)
    candidates.push(candidate)
    return candidate
  }

  /** The indexes of the leaders. */
  const leaders = () => candidates.flatMap((candidate, index) => (candidate.isLeader() ? [index] : []))

  it('one is elected', async () => {
    for (let count = 0; count < 3; count += 1) join()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(3)
    await expect.poll(leaders).toHaveLength(1)
  })

  it('another is elected when the leader stops', async () => {
    const first = join()
    await expect.poll(leaders).toEqual([0])
    const second = join()
    await first.election.stop()
    expect(first.transitions).toEqual(['elected', 'demoted'])
    await expect.poll(leaders).toEqual([1])
    expect(second.transitions).toEqual(['elected'])
  })

  it('another is elected when the leader loses its connection', async () => {
    const first = join(proxy.config)
    await expect.poll(leaders).toEqual([0])
    join()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(2)
    await proxy.stop()
    await expect.poll(leaders).toEqual([1])
    expect(first.transitions).toEqual(['elected', 'demoted'])
    await proxy.start()
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(2)
    expect(leaders()).toEqual([1])
  })

  it('another is elected when the leader goes silent, and only after the leader has stepped down', async () => {
    const first = join(proxy.config)
    await expect.poll(leaders).toEqual([0])
    const hadValidLease: (boolean | undefined)[] = []
    const second = join(config, () => hadValidLease.push(first.isLeader() || first.lease()?.isValid()))
    await expect.poll(() => countSessions(config, 'feed-polling')).toBe(2)
    proxy.hold()
    proxy.silence()
    await expect.poll(() => second.transitions).toEqual(['elected'])
    expect(first.transitions).toEqual(['elected', 'demoted'])
    expect(hadValidLease).toEqual([false])
  })

  it('a leader that was paused for longer than its lease is no longer one, and can be elected again', async () => {
    const { transitions, lease } = join()
    await expect.poll(leaders).toEqual([0])
    const first = lease()
    expect(first?.isValid()).toBe(true)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2700)
    expect(first?.isValid()).toBe(false)
    await expect.poll(() => transitions).toEqual(['elected', 'demoted', 'elected'])
  })

  it('the only candidate is re-elected when the server ends its connection', async () => {
    const { transitions } = join()
    await expect.poll(leaders).toEqual([0])
    await terminateSessions(config, 'feed-polling')
    await expect.poll(() => transitions).toEqual(['elected', 'demoted', 'elected'])
  })

  it('a candidate that is stopped while connecting is never elected', async () => {
    proxy.hold()
    const { election, transitions } = join(proxy.config)
    await expect.poll(() => proxy.connections()).toBe(1)
    const stopped = election.stop()
    await proxy.start()
    await stopped
    await expect.poll(() => proxy.connections()).toBe(0)
    expect(transitions).toEqual([])
    join()
    await expect.poll(leaders).toEqual([1])
  })
})
