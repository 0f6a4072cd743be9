import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPool, createSystemClock, loadSecrets, migrate, openDatabase, readConfig } from '#built/harness.mjs'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { forgetStart } from '../support/forget-start.ts'
import { type ListeningProcess, startServer } from '../support/server-process.ts'
import { createEmptyPostgres, databaseKinds } from '../support/test-database.ts'
import { addPerson } from '../support/test-pool.ts'
import { hasMoreRounds, testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'

const feedIntervalMs = 1000
const rounds = testRounds(1)

/** A process with its own network to the database, and its own feed, whose requests show which process polls. */
type Process = {
  readonly database: DatabaseProxy
  readonly feed: Simulator
  server: ListeningProcess
  readonly start: () => Promise<void>
}

type Fault = { what: string; cause(leader: Process): Promise<void>; repair(leader: Process): Promise<void> }

const faults: Fault[] = [
  { what: 'is killed', cause: (leader) => end(leader, 'SIGKILL'), repair: (leader) => leader.start() },
  { what: 'stops', cause: (leader) => end(leader, 'SIGTERM'), repair: (leader) => leader.start() },
  {
    what: 'freezes',
    cause: async ({ server }) => server.signal('SIGSTOP'),
    repair: async ({ server }) => server.signal('SIGCONT'),
  },
  {
    what: 'silently loses its network to the database',
    async cause({ database }) {
      database.silence()
      // Otherwise it may connect again and be elected again.
      database.hold()
    },
    repair: ({ database }) => database.start(),
  },
]

async function end({ server }: Process, signal: NodeJS.Signals): Promise<void> {
  server.signal(signal)
  await server.ended
}

describe.runIf(databaseKinds().length > 1)('of two processes on one PostgreSQL database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-processes-'))
  let stored: DatabaseConfig
  let removeDatabase: () => Promise<void>
  let processes: Process[]
  let tournamentId: number
  let token: string

  beforeAll(async () => {
    const { config, remove } = await createEmptyPostgres()
    stored = config
    removeDatabase = remove
    const feed = await startSimulator({ seed: 'processes', startAt: 'round-1' })
    const database = openDatabase(config)
    await migrate(database)
    const secrets = await loadSecrets(database.db, createSystemClock('postgres'))
    const publicUrl = 'http://localhost:8080'
    const viewer = await addPerson({ database, config: readConfig({ PUBLIC_URL: publicUrl }), secrets }, 'viewer')
    token = viewer.token
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
    processes = [await open(feed), await open(await startSimulator({ seed: 'processes', startAt: 'round-1' }))]

    async function open(feed: Simulator): Promise<Process> {
      const proxy = await startDatabaseProxy(config)
      if (proxy.config.kind !== 'postgres') throw new Error('The proxy forwards to a database server.')
      const settings = {
        PUBLIC_URL: publicUrl,
        DATABASE_URL: proxy.config.url,
        FEED_URL: feed.url,
        FEED_INTERVAL_MS: String(feedIntervalMs),
        RATE_LIMIT_FACTOR: '0',
      }
      const process: Process = {
        database: proxy,
        feed,
        server: await startServer({ folder, settings }),
        async start() {
          this.server = await startServer({ folder, settings })
        },
      }
      return process
    }
  })
  afterAll(async () => {
    for (const { server, database, feed } of processes ?? []) {
      server.signal('SIGKILL')
      await database.close()
      await feed.close()
    }
    await removeDatabase?.()
    rmSync(folder, { recursive: true })
  })

  it('both observe the start, and one seal is stored', async () => {
    const database = openDatabase(stored)
    await forgetStart(database.db)
    const path = api.tournament(tournamentId, { players: false, entries: true })
    const ask = async ({ server }: Process) => {
      const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
      return tournament.parse(await response.json()).seal
    }
    const seen = await Promise.all(Array.from({ length: 6 }, () => processes.map(ask)).flat())
    const seals = await database.db.selectFrom('seals').select(['root', 'size']).execute()
    await database.close()
    expect(seals).toMatchObject([{ size: 1 }])
    for (const seal of seen) expect(seal).toMatchObject(seals[0] ?? {})
  })

  // The others take as long as the lease of the leader.
  it.each(hasMoreRounds ? faults : faults.slice(0, 2))(
    'when the one that polls the feed $what, the other takes over, and answers every request meanwhile',
    async ({ cause, repair }) => {
      for (let round = 0; round < rounds; round += 1) {
        const leader = await findLeader()
        const other = processes.find((process) => process !== leader)
        if (!other) throw new Error('There is one process only.')
        const before = await readVersion(other)
        await cause(leader)
        try {
          // Every request gets a response, also while there is no leader.
          for (let request = 0; ; request += 1) {
            // Slowly, so that play does not stop for the night.
            if (request % 10 === 0) for (const { feed } of processes) feed.advance(1)
            if ((await readVersion(other)) > before && other.feed.requests.counts.has('/leaderboard')) break
            await wait(50)
          }
        } finally {
          await repair(leader)
        }
      }
    },
    limitsMs.api + rounds * 60_000,
  )

  async function readVersion({ server }: Process): Promise<number> {
    const response = await fetch(server.url + api.leaderboard(tournamentId), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    return leaderboard.parse(await response.json()).version
  }

  /** The leader, once only one process has polled the feed for three intervals. */
  async function findLeader(): Promise<Process> {
    for (;;) {
      for (const { feed } of processes) feed.requests.clear()
      await wait(3 * feedIntervalMs)
      const [leader, ...others] = processes.filter(({ feed }) => feed.requests.counts.has('/leaderboard'))
      if (leader && others.length === 0) return leader
    }
  }
})
