import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addPool,
  addUserWithIdentity,
  createSystemClock,
  embeddedIssuer,
  loadSecrets,
  migrate,
  openDatabase,
  readConfig,
  setRole,
} from '#built/harness.mjs'
import { startSimulator } from '#simulator/simulator-server.ts'
import { mintAccessToken } from './access-token.ts'
import { type ListeningProcess, startServer } from './server-process.ts'

const roles = ['player', 'power', 'admin'] as const

export type PoolProcess = {
  server: ListeningProcess
  tournamentId: number
  /** An access token of each role. */
  tokens: Readonly<Record<(typeof roles)[number], string>>
  close(): Promise<void>
}

/** `dist/server/main.mjs` as a process of its own, as an operator starts it, with a tournament that has started. */
export async function openPoolProcess(): Promise<PoolProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-process-'))
  const simulator = await startSimulator({ seed: 'process', startAt: 'round-2-middle' })
  const settings = {
    // The process has another port, which it says only once it is ready. Tokens name this address.
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: `sqlite:${join(folder, 'pool.db')}`,
    FEED_URL: simulator.url,
    OUTBOUND: 'off',
    RATE_LIMIT_FACTOR: '0',
  }
  const database = openDatabase(readConfig(settings).database)
  await migrate(database)
  const clock = createSystemClock('sqlite')
  const secrets = await loadSecrets(database.db, clock)
  const people = await Promise.all(
    roles.map(async (role) => {
      const owner = { subject: role, name: `The ${role}`, email: `${role}@example.com` }
      const profile = { ...owner, emailVerified: true, asOf: new Date(0) }
      const { user } = await addUserWithIdentity(
        database.db,
        { issuer: embeddedIssuer, subject: role },
        profile,
        clock.now(),
      )
      if (role !== 'player') await setRole(database.db, user.id, role, true)
      const token = await mintAccessToken({ config: readConfig(settings), secrets }, owner, { expires: '1d' })
      return { role, userId: user.id, token }
    }),
  )
  const tournamentId = await addPool(
    { database },
    {
      espnId: simulator.eventId,
      name: simulator.name,
      start: new Date(Date.now() - 60_000),
      favourites: simulator.listGolfers(),
      entrantIds: people.map(({ userId }) => userId),
    },
  )
  await database.close()
  const server = await startServer({ folder, settings })
  const tokenOf = (role: (typeof roles)[number]) => people.find((person) => person.role === role)?.token ?? ''
  return {
    server,
    tournamentId,
    tokens: { player: tokenOf('player'), power: tokenOf('power'), admin: tokenOf('admin') },
    async close() {
      server.signal('SIGTERM')
      await server.ended
      await simulator.close()
      rmSync(folder, { recursive: true })
    },
  }
}
