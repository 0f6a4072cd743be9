/**
 * The feed of the benchmarks. Before the server starts, it also seeds the database, so that the measured process has
 * nothing else to do. `{do: 'advance'}` moves the simulated tournament on by ten minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPool, addRivals } from '#demo/pool-harness.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { startSimulator } from '#simulator/simulator-server.ts'
import type { AppPlan, Feed } from './child-process.ts'

const plan = JSON.parse(process.argv[2] ?? '') as AppPlan
const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-bench-'))
process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))

const startAt = plan.hasStarted ? 'round-2-middle' : 'scheduled'
const simulator = await startSimulator({ seed: 'bench', startAt })
const databaseFile = join(dataFolder, 'bench.db')
const database = openDatabase({ kind: 'sqlite', file: databaseFile })
await migrate(database)
const tournamentId = await addPool(
  { database },
  {
    espnId: simulator.eventId,
    name: simulator.name,
    start: new Date(Date.now() + (plan.hasStarted ? -60_000 : 3_600_000)),
    favourites: simulator.listGolfers(),
    entrantIds: await addRivals({ database }, plan.entrants, embeddedIssuer),
  },
)
await database.close()

const feed: Feed = { url: simulator.url, dataFolder, databaseFile, tournamentId }
process.send?.(feed)
process.on('message', (message: { do: string }) => {
  if (message.do !== 'advance') return
  simulator.advance(10)
  process.send?.({ advanced: true })
})
process.on('disconnect', () => process.exit(0))
