import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#demo/free-port.ts'
import type { BenchRow } from './bench-row.ts'
import { median } from './load.ts'

const goalMs = 1000
const goalMegabytes = 150
const starts = 5

/** From starting the process on an existing database until it is ready. */
export async function measureStartup(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-start-'))
  const measured: { ms: number; megabytes: number }[] = []
  const bare: number[] = []
  await start(folder)
  for (let round = 0; round < starts; round += 1) {
    measured.push(await start(folder))
    bare.push(await startBare())
  }
  rmSync(folder, { recursive: true, force: true })
  const ms = median(measured.map((one) => one.ms))
  const megabytes = median(measured.map((one) => one.megabytes))
  return [
    {
      name: 'startup time with an existing database',
      figure: `${Math.round(ms)} ms`,
      value: ms,
      baseline: median(bare),
      ratio: median(bare) / ms,
      goal: `at most ${goalMs} ms (baseline: an empty Node.js program)`,
      met: ms <= goalMs,
    },
    {
      name: 'memory after startup',
      figure: `${Math.round(megabytes)} MB`,
      value: megabytes,
      baseline: null,
      ratio: null,
      goal: `at most ${goalMegabytes} MB`,
      met: megabytes <= goalMegabytes,
    },
  ]
}

async function start(folder: string): Promise<{ ms: number; megabytes: number }> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, startArguments(), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'start.db')}`,
      LOG_LEVEL: 'warn',
    },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await untilReady(`http://127.0.0.1:${port}/readyz`)
  const ms = performance.now() - startedAt
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  child.kill('SIGTERM')
  await gone
  return { ms, megabytes: kilobytes / 1024 }
}

/** The arguments of `npm start` after its setup. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const command = scripts.start.split(' -- ').at(-1) ?? ''
  return command.split(' ').filter((word) => !word.startsWith('--env-file'))
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function startBare(): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - startedAt
}
