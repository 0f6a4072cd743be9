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
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { openStreamListener, type StreamListener } from '../support/stream-listener.ts'
import { addPerson } from '../support/test-pool.ts'
import { testRounds } from '../support/test-rounds.ts'

const listenerCount = testRounds(60)
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
  const secrets = await loadSecrets(database.db, createSystemClock('sqlite'))
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
  const probes = await whileProbing(() => crowd.untilConnected())
  const probesOfPublish = await whileProbing(async () => {
    simulator.advance(10)
    expect(await crowd.untilFetched()).toEqual([])
  })
  crowd.close()
  expect(Math.max(...probes, ...probesOfPublish)).toBeLessThan(maxReadySeconds)
})

async function start(): Promise<void> {
  server = spawnScript('dist/server/main.mjs', { folder, settings })
  await server.ready
}

/** All listeners. Each fetches the leaderboard when its stream announces a version, as the browser app does. */
function createCrowd() {
  let connected = 0
  let fetched = 0
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
        if (isFirst) connected += 1
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
    fetched += 1
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
    async untilConnected(): Promise<void> {
      while (listeners.length < listenerCount) {
        for (let count = 0; count < openBatchSize && listeners.length < listenerCount; count += 1) open()
        await until(() => connected >= listeners.length)
      }
      await until(() => connected >= listenerCount)
    },
    expectReconnects(): void {
      connected = 0
      fetched = 0
      failures = []
    },
    /** The requests that failed. */
    async untilFetched(): Promise<string[]> {
      await until(() => fetched >= listenerCount)
      return failures
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
