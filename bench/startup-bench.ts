import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#demo/free-port.ts'
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
  const port = await findFreePort()
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.mjs'], {
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
  })
  const gone = once(child, 'exit')
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The server has ended with code ${child.exitCode}.`)
    await sleep(20)
  }
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  child.kill('SIGTERM')
  await gone
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
