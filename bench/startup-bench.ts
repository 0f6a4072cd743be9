import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#demo/free-port.ts'
import { type BenchRow, toRatioRow } from './bench-row.ts'
import { median } from './load.ts'

const goalTimes = 5
const goalMemoryTimes = 2.5
const starts = 5

type Start = { ms: number; megabytes: number }

/** From starting the process on an existing database until it is ready. */
export async function measureStartup(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-start-'))
  const app = startArguments()
  const bare = [...app.slice(0, -1), 'bench/bare-fastify-server.ts']
  const measured: Start[] = []
  const baseline: Start[] = []
  await start(folder, app)
  await start(folder, bare)
  for (let round = 0; round < starts; round += 1) {
    measured.push(await start(folder, app))
    baseline.push(await start(folder, bare))
  }
  rmSync(folder, { recursive: true, force: true })
  const medianOf = (all: Start[], figure: keyof Start) => median(all.map((one) => one[figure]))
  const ms = medianOf(measured, 'ms')
  const megabytes = medianOf(measured, 'megabytes')
  return [
    toRatioRow({
      name: 'startup time with an existing database',
      figure: `${Math.round(ms)} ms`,
      value: ms,
      baseline: medianOf(baseline, 'ms'),
      maxRatio: goalTimes,
      of: 'an empty Fastify app',
    }),
    toRatioRow({
      name: 'memory after startup',
      figure: `${Math.round(megabytes)} MB`,
      value: megabytes,
      baseline: medianOf(baseline, 'megabytes'),
      maxRatio: goalMemoryTimes,
      of: 'an empty Fastify app',
    }),
  ]
}

async function start(folder: string, args: readonly string[]): Promise<Start> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
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
  return command.split(' ')
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
