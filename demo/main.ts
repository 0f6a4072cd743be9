/**
 * `npm run demo`: the whole product on one port, with a simulated tournament and accounts to sign in with. Its data is
 * separate from the real data and recreated at each start.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createLog } from '#server/platform/log/log.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { explainStartupError } from '#server/platform/start/startup-error.ts'
import { findThursday } from '#simulator/calendar-body.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { startReplay } from '#simulator/replay-server.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { createDemoAccounts, demoPeople } from './demo-people.ts'
import { assertPortIsFree } from './free-port.ts'
import { addPool, addRivals, bootApp } from './pool-harness.ts'

const help = `npm run demo [-- OPTIONS]

  --pace N         tournament minutes per second (default 2: four rounds take about 25 minutes)
  --start-at WHEN  starting point: scheduled, round-1, round-2-middle (default), cut, round-3, round-4-late, final …
  --start-in N     the tournament starts in N minutes; until then, entries can be created and changed, and the demo's
                   player has none
  --replay FOLDER  replay recorded feed responses from a folder instead, in file-name order
  --every N        with --replay: seconds per response (default 6)
  --players N      number of players (default 60, three entries each)
  --port N         port to listen on (default: PORT, or 8080)
  --log LEVEL      log level of the server (default warn)

While the demo runs, you can inject feed faults; the control address is printed at startup.`

const host = '127.0.0.1'

process.on('uncaughtException', (error) => {
  console.error(explain(error) ?? error)
  process.exit(1)
})

let port = 0
const { values } = parseArgs({
  options: {
    pace: { type: 'string', default: '2' },
    'start-at': { type: 'string' },
    'start-in': { type: 'string' },
    replay: { type: 'string' },
    every: { type: 'string', default: '6' },
    players: { type: 'string', default: '60' },
    port: { type: 'string' },
    log: { type: 'string', default: 'warn' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(help)
  process.exit(0)
}

// Checked before anything is removed, because another demo may be running.
port = (values.port === undefined ? readConfig() : readConfig({ PORT: values.port })).listen.port
await assertPortIsFree(host, port)
// Demos on other ports may be running in this clone.
const dataFolder = `data/demo-${port}`
rmSync(dataFolder, { recursive: true, force: true })
const seconds = Number(values.every)
const startDelayMs = values['start-in'] === undefined ? undefined : Number(values['start-in']) * 60_000
const feed = values.replay ? await openReplay(values.replay) : await openSimulator()

const app = await bootApp({
  feedUrl: `${feed.url} ${feed.secondUrl}`,
  rankingUrl: feed.rankingUrl,
  dataFolder,
  database: { kind: 'sqlite', file: `${dataFolder}/player-pool.db` },
  port,
  feedIntervalMs: values.replay ? 1000 : 2000,
  webFolder: 'dist/web',
  log: createLog(values.log, undefined, { format: process.stdout.isTTY === true ? 'text' : 'json' }),
})
const people = await createDemoAccounts(app)
const rivals = await addRivals(app, Math.max(0, Number(values.players) - people.length))
// A replay starts the tournament with its second response, so that it also shows the pool before the start.
const start = new Date(Date.now() + (startDelayMs ?? (values.replay ? seconds * 1000 : -60_000)))
const entrants = startDelayMs === undefined ? people : people.filter(({ role }) => role !== 'player')
await addPool(app, {
  espnId: feed.eventId,
  name: feed.name,
  start,
  favourites: feed.listGolfers(),
  entrantIds: [...entrants.map(({ userId }) => userId), ...rivals],
})
await app.eventBus.publish('tournament', 0)

console.log(`
Player Pool is ready on ${app.config.publicUrl}

Sign in as
${demoPeople.map(({ role, email, password }) => `  ${role.padEnd(11)} ${email.padEnd(20)} password: ${password}`).join('\n')}

${feed.description} For other options, run: npm run demo -- --help
The feed is at ${feed.url} (controls: GET ${new URL('/simulator', feed.url).href})
Stop with Ctrl-C.
`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    // Ctrl-C arrives several times: from the terminal, and from npm, which passes it on.
    if (isStopping) return
    isStopping = true
    await app.close()
    await feed.close()
    process.exit(0)
  })
}

function explain(error: Error): string | undefined {
  const isUsage = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  return isUsage ? `${error.message}\n\n${help}` : explainStartupError(error, { host, port })
}

/** Prefixes an error of the simulator with the option that caused it. */
function refuse(option: string, error: unknown): never {
  throw new OperatorError(`--${option}: ${error instanceof Error ? error.message : String(error)}`)
}

async function openSimulator() {
  const simulator = await startSimulator({ seed: 'demo', plan: { day: findThursday(new Date()) } })
  const begins = values['start-at'] ?? (startDelayMs === undefined ? 'round-2-middle' : 'scheduled')
  try {
    simulator.setMinute(minuteOf(simulator.play, begins))
  } catch (error) {
    refuse('start-at', error)
  }
  if (startDelayMs === undefined) simulator.setPace(Number(values.pace))
  else setTimeout(() => playFromTheStart(simulator), startDelayMs).unref()
  return { ...simulator, description: `${simulator.name}, ${values.pace} tournament minutes per second.` }
}

function playFromTheStart(simulator: Simulator): void {
  simulator.advanceTo('round-1')
  simulator.setPace(Number(values.pace))
}

async function openReplay(folder: string) {
  const replay = await startReplay({ folder, stepMs: seconds * 1000 }).catch((error: unknown) =>
    refuse('replay', error),
  )
  let shown = ''
  setInterval(() => {
    const { name } = replay.current()
    if (name !== shown) console.log(`  now showing ${name}`)
    shown = name
  }, 200).unref()
  return {
    ...replay,
    description: `${replay.name}: ${replay.names.length} recorded responses, one every ${seconds} s.`,
  }
}
