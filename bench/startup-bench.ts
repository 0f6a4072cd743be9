import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, waitForServer } from '#test/support/server-process.ts'
import type { BenchRow } from './bench-row.ts'

/** 2.5 times an empty Fastify app. */
const goalMegabytes = 190
/** The second one finds a database. */
const starts = 2

/** The memory of the server that `npm start` starts, when it is ready. */
export async function* measureStartup(): AsyncGenerator<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-start-'))
  let value = 0
  for (let round = 0; round < starts; round += 1) value = await start(folder)
  rmSync(folder, { recursive: true, force: true })
  yield { name: 'memory after the start', value, max: goalMegabytes, unit: 'MB' }
}

async function start(folder: string): Promise<number> {
  const server = await startServer({ folder, settings: { DATA_DIR: folder } })
  await waitForServer(server, async () => (await fetch(`${server.url}/readyz`)).ok)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  server.signal('SIGTERM')
  await server.ended
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
