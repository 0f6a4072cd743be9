import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { findFreePort } from '#demo/free-port.ts'
import { addPool } from '#demo/pool-harness.ts'
import { readConfig } from '#server/config.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { longRun } from '../long/long-run.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { getSigningKey } from '../support/signing-key.ts'
import { openStreamListener, type StreamListener } from '../support/stream-listener.ts'
import { addPerson } from '../support/test-pool.ts'

const part = longRun('listeners')
const listenerCount = part.rounds
/** Opened at a time, so that the server's queue of new connections does not overflow before the test begins. */
const openBatchSize = 200
const maxReadySeconds = 2

const folder = mkdtempSync(join(tmpdir(), 'player-pool-listeners-'))
// Together with the streams, there are as many sockets as a process may have.
const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
let simulator: Simulator
let server: ServerProcess
let settings: Record<string, string>
let port: number
let path: string
let streamPath: string
let token: string

beforeAll(async () => {
  simulator = await startSimulator({ seed: 'listeners', startAt: 'round-2-middle' })
  port = await findFreePort()
  settings = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, 'pool.db')}`,
    FEED_URL: simulator.url,
    FEED_INTERVAL_MS: '500',
    RATE_LIMIT_FACTOR: '0',
  }
  const database = openDatabase({ kind: 'sqlite', file: join(folder, 'pool.db') })
  await migrate(database)
  const secrets = await loadSecrets(database.db, createSystemClock('sqlite'), getSigningKey)
  const viewer = await addPerson({ database, config: readConfig(settings), secrets }, 'viewer')
  token = viewer.token
  const tournamentId = await addPool(
    { database },
    {
      espnId: simulator.eventId,
      name: simulator.name,
      start: new Date(Date.now() - 60_000),
      favourites: simulator.listGolfers(),
      entrantIds: [viewer.userId],
    },
  )
  await database.close()
  path = api.leaderboard(tournamentId)
  streamPath = api.leaderboardStream(tournamentId)
  await start()
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.ended
  agent.destroy()
  await simulator.close()
  rmSync(folder, { recursive: true })
})

it('all listeners reconnect after a restart and fetch the next version, while the server stays ready', async () => {
  const crowd = createCrowd()
  await crowd.untilConnected()
  crowd.expectReconnects()
  server.signal('SIGTERM')
  await server.ended
  await start()
  const probes = await whileProbing(async () => {
    const startedAt = performance.now()
    const connectedAt = await crowd.untilConnected()
    part.measure('seconds until all are back', ((connectedAt.at(-1) ?? 0) - startedAt) / 1000)
    part.measure('most of them within a second', findBusiestSecond(connectedAt))
  })
  const probesOfPublish = await whileProbing(async () => {
    const startedAt = performance.now()
    simulator.advance(10)
    const { finishedAt, failures } = await crowd.untilFetched()
    expect(failures).toEqual([])
    part.measure('seconds from the new score until all have fetched it', (finishedAt - startedAt) / 1000)
  })
  crowd.close()
  for (const seconds of [...probes, ...probesOfPublish]) part.measure('seconds for an answer of /readyz', seconds)
  expect(Math.max(...probes, ...probesOfPublish)).toBeLessThan(maxReadySeconds)
})

async function start(): Promise<void> {
  server = spawnScript('src/server/main.ts', { folder, settings })
  await server.ready
}

/** All listeners. Each fetches the leaderboard when its stream announces a version, as the browser app does. */
function createCrowd() {
  let connectedAt: number[] = []
  let fetchedAt: number[] = []
  let failures: string[] = []
  let onChange = () => {}
  const listeners: StreamListener[] = []

  function open(): void {
    let version = 0
    const listener = openStreamListener({
      port,
      path: streamPath,
      token,
      onUpdate(update, isFirst) {
        if (isFirst) connectedAt.push(performance.now())
        else if (update.version > version) setTimeout(fetchScores, Math.random() * update.spreadMs)
        version = update.version
        onChange()
      },
    })
    listeners.push(listener)
  }

  function fetchScores(): void {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
    get({ port, host: '127.0.0.1', path, agent, headers }, (response) => {
      if (response.statusCode !== 200) failures.push(String(response.statusCode))
      response.resume().on('end', handleFetched)
    }).on('error', (error) => {
      failures.push(error.message)
      handleFetched()
    })
  }

  function handleFetched(): void {
    fetchedAt.push(performance.now())
    onChange()
  }

  function until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      onChange = () => {
        if (isDone()) resolve()
      }
      onChange()
    })
  }

  return {
    /** When each of them connected, in order. */
    async untilConnected(): Promise<number[]> {
      while (listeners.length < listenerCount) {
        for (let count = 0; count < openBatchSize && listeners.length < listenerCount; count += 1) open()
        await until(() => connectedAt.length >= listeners.length)
      }
      await until(() => connectedAt.length >= listenerCount)
      return connectedAt
    },
    expectReconnects(): void {
      connectedAt = []
      fetchedAt = []
      failures = []
    },
    async untilFetched(): Promise<{ finishedAt: number; failures: string[] }> {
      await until(() => fetchedAt.length >= listenerCount)
      return { finishedAt: fetchedAt.at(-1) ?? 0, failures }
    },
    close(): void {
      for (const listener of listeners) listener.close()
    },
  }
}

/** Asks for readiness all the time. Returns the seconds until each answer. */
async function whileProbing(work: () => Promise<void>): Promise<number[]> {
  const probes: { status: number | string; seconds: number }[] = []
  const worker = new Worker(new URL('../support/readiness-probe.ts', import.meta.url), {
    workerData: `http://127.0.0.1:${port}/readyz`,
  })
  worker.on('message', (probe) => probes.push(probe))
  await once(worker, 'message')
  await work()
  await worker.terminate()
  expect(probes.filter(({ status }) => status !== 200)).toEqual([])
  return probes.map(({ seconds }) => seconds)
}

/** The largest number of times within one second; they are in order. */
function findBusiestSecond(times: readonly number[]): number {
  let first = 0
  let most = 0
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 1000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
