import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { findFreePort } from '#demo/free-port.ts'
import { addPool } from '#demo/pool-harness.ts'
import { type DatabaseConfig, readConfig } from '#server/config.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { createLiveViewer, type LiveViewer } from '../support/live-viewer.ts'
import { findNginx, type Nginx, startNginx } from '../support/nginx.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { type RequestLoop, startRequestLoop } from '../support/request-loop.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { createEmptyPostgres } from '../support/test-database.ts'
import { addPerson } from '../support/test-pool.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'

const rounds = testRounds(1)
const nginxProgram = findNginx()
/** Each one reads every version of the leaderboard. */
const viewerCount = hasMoreRounds ? 20 : 5
const requestPauseMs = hasMoreRounds ? 50 : 200
const feedIntervalMs = 1000
const outageMs = 5000
/** A browser that is connected to a frozen process refreshes after a minute at the latest (docs/rules.md, 7.5). */
const maxWaitMs = 90_000
/** Within this time another process is the leader (docs/architecture.md, "Several processes"). */
const maxTakeoverSeconds = 20

if (!nginxProgram) console.log('Two processes behind nginx: skipped, nginx is not installed')
if (inject('postgresTemplate') === '') console.log('Two processes behind nginx: skipped, PostgreSQL is not installed')

/** A process with its own network to the database, and its own feed, whose requests show which process polls. */
type Process = {
  database: DatabaseProxy
  feed: Simulator
  start(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves when it has ended. */
  end(name: NodeJS.Signals): Promise<void>
}

type Fault = {
  name: string
  /** Resolves with the time from which scores should move again. */
  cause(leader: Process): Promise<number>
  repair(leader: Process): Promise<void>
}

/** Two processes on one PostgreSQL database behind nginx, with the browser app's live connection watching. */
describe.runIf(nginxProgram && inject('postgresTemplate') !== '')('two processes behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-processes-'))
  /** A server of its own, for the faults that stop it. */
  let postgres: PostgresServer | undefined
  let databaseConfig: DatabaseConfig
  let removeDatabase: () => Promise<void>
  let nginx: Nginx
  let processes: Process[]
  let viewers: LiveViewer[]
  let requests: RequestLoop
  let tournamentId: number
  let token: string
  let playing: NodeJS.Timeout

  const faults: Fault[] = [
    {
      name: 'leader killed',
      async cause(leader) {
        await leader.end('SIGKILL')
        return Date.now()
      },
      repair: (leader) => leader.start(),
    },
    {
      name: 'leader frozen',
      async cause(leader) {
        leader.signal('SIGSTOP')
        return Date.now()
      },
      repair: async (leader) => leader.signal('SIGCONT'),
    },
    {
      name: "leader's database connections silently cut",
      async cause(leader) {
        leader.database.silence()
        return Date.now()
      },
      repair: (leader) => leader.database.start(),
    },
    {
      name: 'database stopped for 5 s',
      async cause() {
        await postgres?.stop()
        await wait(outageMs)
        await postgres?.start()
        return Date.now()
      },
      repair: async () => {},
    },
    {
      // The other process becomes the leader, so every second round completes a rolling restart.
      name: 'leader restarted',
      async cause(leader) {
        const since = Date.now()
        await leader.end('SIGTERM')
        return since
      },
      repair: (leader) => leader.start(),
    },
  ]

  beforeAll(async () => {
    if (!nginxProgram) throw new Error('A program is missing.')
    await createDatabase()
    const [port, ...ports] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const publicUrl = `http://localhost:${port}`
    processes = await Promise.all(ports.map((port) => prepareProcess(port, publicUrl)))
    await addTournament(publicUrl)
    await Promise.all(processes.map((process) => process.start()))
    nginx = await startNginx(nginxProgram, port, ports)
    playing = setInterval(advance, feedIntervalMs / 2)
    viewers = Array.from({ length: viewerCount }, () => createLiveViewer(nginx.url, token, tournamentId))
    const paths = [
      api.leaderboard(tournamentId),
      api.tournament(tournamentId, { players: true, entries: true }),
      api.user(),
      '/healthz',
    ]
    requests = startRequestLoop(nginx.url, token, paths, requestPauseMs)
    await untilScoresMove(Date.now())
  })
  afterAll(async () => {
    clearInterval(playing)
    await requests?.stop()
    for (const viewer of viewers ?? []) viewer.close()
    await nginx?.stop()
    for (const { end, database, feed } of processes ?? []) {
      await end('SIGKILL')
      await database.close()
      await feed.close()
    }
    await removeDatabase?.()
    rmSync(folder, { recursive: true })
  })

  it.each(faults.slice(0, hasMoreRounds ? undefined : 1))(
    'scores move again after: $name',
    async ({ cause, repair }) => {
      for (let round = 0; round < rounds; round += 1) {
        const leader = await findLeader()
        requests.resetCounts()
        const since = await cause(leader)
        try {
          expect(await untilScoresMove(since)).toBeLessThan(maxTakeoverSeconds)
        } finally {
          await repair(leader)
        }
        await untilScoresMove(Date.now())
        await findLeader()
        const { answered, failed } = requests.resetCounts()
        expect(failed).toEqual([])
        expect(answered).toBeGreaterThan(0)
      }
    },
    rounds * 300_000,
  )

  async function createDatabase(): Promise<void> {
    if (hasMoreRounds) {
      const server = await startPostgresServer(['fsync=off'])
      if (!server) throw new Error('A program is missing.')
      postgres = server
      databaseConfig = { kind: 'postgres', url: server.url('postgres') }
      removeDatabase = server.remove
    } else {
      ;({ config: databaseConfig, remove: removeDatabase } = await createEmptyPostgres())
    }
  }

  async function prepareProcess(port: number, publicUrl: string): Promise<Process> {
    const database = await startDatabaseProxy(databaseConfig)
    const feed = await startSimulator({ seed: 'processes', startAt: 'round-1' })
    if (database.config.kind !== 'postgres') throw new Error('The proxy forwards to a database server.')
    const settings = {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '1',
      DATABASE_URL: database.config.url,
      FEED_URL: feed.url,
      FEED_INTERVAL_MS: String(feedIntervalMs),
      RATE_LIMIT_FACTOR: '0',
    }
    let server: ServerProcess | undefined
    return {
      database,
      feed,
      async start() {
        server = spawnScript('dist/server/main.mjs', { folder, settings })
        await server.ready
      },
      signal: (name) => server?.signal(name),
      async end(name) {
        server?.signal(name)
        await server?.ended
      },
    }
  }

  async function addTournament(publicUrl: string): Promise<void> {
    const database = openDatabase(databaseConfig)
    await migrate(database)
    const config = readConfig({ PUBLIC_URL: publicUrl })
    const secrets = await loadSecrets(database.db, createSystemClock('postgres'))
    const viewer = await addPerson({ database, config, secrets }, 'viewer')
    token = viewer.token
    const feed = processes[0]?.feed
    if (!feed) throw new Error('There is no feed.')
    tournamentId = await addPool(
      { database },
      {
        espnId: feed.eventId,
        name: feed.name,
        start: new Date(Date.now() - 60_000),
        favourites: feed.listGolfers(),
        entrantIds: [viewer.userId],
      },
    )
    await database.close()
  }

  /** Play goes on by a minute, and never stops for the night. */
  function advance(): void {
    for (const { feed } of processes) {
      const minute = feed.minute() + 1
      const night = ([1, 2, 3] as const).find(
        (round) =>
          minute >= minuteOf(feed.play, `round-${round}-late`) && minute < minuteOf(feed.play, `round-${round + 1}`),
      )
      feed.setMinute(night === undefined ? minute : minuteOf(feed.play, `round-${night + 1}`))
    }
  }

  /** Resolves when every viewer has seen newer scores, polled after `since`, with the seconds until the first one did. */
  async function untilScoresMove(since: number): Promise<number> {
    const signal = AbortSignal.timeout(maxWaitMs)
    const moves = viewers.map((viewer) => viewer.untilMoved(since, signal))
    const toSeconds = () => (Date.now() - since) / 1000
    const [first] = await Promise.all([Promise.race(moves).then(toSeconds), ...moves])
    return first
  }

  /** The leader, once only one process has polled the feed for three intervals. */
  async function findLeader(): Promise<Process> {
    for (const deadline = Date.now() + maxWaitMs; Date.now() < deadline; ) {
      for (const { feed } of processes) feed.requests.clear()
      await wait(3 * feedIntervalMs)
      const [leader, ...others] = processes.filter(({ feed }) => feed.requests.counts.has('/leaderboard'))
      if (leader && others.length === 0) return leader
    }
    throw new Error('No process, or both, polled the feed.')
  }
})
