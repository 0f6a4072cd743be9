import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addPool,
  addUserWithIdentity,
  createApp,
  createLog,
  createSystemClock,
  embeddedIssuer,
  explainStartupError,
  loadSecrets,
  migrate,
  openDatabase,
  readConfig,
  version,
} from '#built/harness.mjs'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { startOnPort } from '#demo/free-port.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'
import {
  type ListeningProcess,
  runScript,
  type ServerProcess,
  spawnProgram,
  spawnScript,
  startServer,
} from '../support/server-process.ts'
import { readStream } from '../support/stream-reader.ts'

/** The server process, started and stopped as by an operator. */
let folder: string
let running: ServerProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'player-pool-process-'))
  running = []
})
afterEach(async () => {
  for (const { signal, ended } of running) {
    signal('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true })
})

async function start(changes: Record<string, string> = {}): Promise<ListeningProcess> {
  const server = await startServer({ folder, settings: { ...defaults(), ...changes } })
  running.push(server)
  return server
}

const defaults = () => ({ DATABASE_URL: `sqlite:${join(folder, 'pool.db')}`, FEED_URL: 'http://127.0.0.1:9' })

it('prints its version without reading a setting, and so does the admin command', () => {
  for (const program of ['main', 'admin']) {
    const env = { PORT: 'no number' }
    const printed = execFileSync(process.execPath, [`dist/server/${program}.mjs`, '--version'], {
      env,
      encoding: 'utf8',
    })
    expect(printed).toBe(`${version}\n`)
  }
})

it('the health check says which setting is invalid, without a stack trace', async () => {
  const { code, err } = await runScript('dist/server/health.mjs', [], { PORT: 'no number' })
  expect({ code, err }).toEqual({ code: 1, err: 'The configuration is invalid:\n  PORT: must be a port number\n' })
})

it('commands make links to where the server runs, without its settings', async () => {
  const server = await start()
  const { DATABASE_URL } = defaults()
  const { out, err } = await runScript('dist/server/admin.mjs', ['setup-link'], { DATABASE_URL })
  expect(err).toBe('')
  const [, link = ''] = /^ {2}(http:\S+)$/m.exec(out) ?? []
  expect(link.split('?')[0]).toBe(`http://localhost:${server.port}/Identity/Account/SetUp`)
  expect((await fetch(link)).status).toBe(200)
})

const stoppedCleanly = { code: 0, signal: null }

it('prints no link for the first admin where that is no terminal, makes an earlier data folder private, and logs faults with lines of the sources', async () => {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o755 })
  writeFileSync(join(data, 'player-pool.db'), '', { mode: 0o644 })
  const settings = {
    LOG_LEVEL: 'trace',
    DATABASE_URL: 'sqlite:data/player-pool.db',
  }
  const server = await start(settings)
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect([data, join(data, 'player-pool.db')].map(modeOf)).toEqual([0o700, 0o600])
  await expect.poll(server.output).toContain('There is no admin yet.')
  const { out } = await runScript('dist/server/admin.mjs', ['setup-link'], {
    DATABASE_URL: `sqlite:${join(data, 'player-pool.db')}`,
  })
  const [, link = ''] = /^ {2}(http:\S+)$/m.exec(out) ?? []
  expect(link).toMatch(/^http:\/\/localhost:\d+\/Identity\/Account\/SetUp\?code=[\w-]{43}$/)
  // Neither startup nor opening the page logs it.
  expect((await fetch(link)).status).toBe(200)
  const said = server.output().trim().split('\n')
  expect(server.output()).not.toMatch(/SetUp\?code|[\w-]{43}/)
  const lines = said.map((line): Record<string, unknown> => JSON.parse(line))
  expect(lines.filter(({ msg }) => String(msg).includes('no admin yet'))).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'There is no admin yet. For a link to create the first one, run: npm run admin -- setup-link',
    }),
  ])
  // The stack trace of a fault names the lines of the sources.
  const database = openDatabase({ kind: 'sqlite', file: join(data, 'player-pool.db') })
  await sql`drop table setup_links`.execute(database.db)
  await database.close()
  expect((await fetch(link)).status).toBe(500)
  await expect
    .poll(server.output)
    .toMatch(/no such table: setup_links.*\(src\/server\/platform\/db\/[\w-]+\.ts:\d+:\d+/)
  server.signal('SIGTERM')
  await server.ended
})

describe.skipIf(lacks('a server in a terminal', 'script'))('in a terminal', () => {
  /** As in an operator's terminal, which `script` imitates. */
  const startInTerminal = (changes: Record<string, string> = {}) =>
    startOnPort(async (port) => {
      const command = `'${process.execPath}' --enable-source-maps '${resolve('dist/server/main.mjs')}'`
      const server = spawnProgram(requireProgram('script'), {
        folder,
        settings: { ...defaults(), ...changes, PORT: String(port), SHELL: '/bin/sh' },
        args: ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'],
      })
      running.push(server)
      await server.ready
      return server
    })

  it('prints a link to create the first admin, and a new one at each start', async () => {
    const codes = []
    for (let round = 0; round < 2; round += 1) {
      const server = await startInTerminal()
      await expect.poll(server.output).toContain('For a new link, run: npm run admin -- setup-link')
      const [, link = ''] = /^ {2}(http:\S+)\r?$/m.exec(server.output()) ?? []
      expect(link).toMatch(/^http:\/\/localhost:\d+\/Identity\/Account\/SetUp\?code=[\w-]{43}$/)
      expect((await fetch(link)).status).toBe(200)
      const code = new URL(link).searchParams.get('code') ?? 'none'
      expect(server.output().split(code), 'the log does not have it').toHaveLength(2)
      expect(server.output(), 'the log is for people').toMatch(
        /^[\d-]{10} [\d:]{8} info {2}Player Pool is ready on http:\/\/localhost:\d+ version=\S+ address=http:\/\/localhost:\d+\r?$/m,
      )
      expect(server.output()).not.toContain('{"level"')
      codes.push(code)
      server.signal('SIGTERM')
      await server.ended
    }
    expect(new Set(codes).size).toBe(2)
    const server = await startInTerminal({ LOG_FORMAT: 'json' })
    expect(server.output()).toContain('{"level":30,')
  })
})

it('reads .env, names what has no effect there and that others can open it, as doctor does, with another provider prints no link, warns about a URL without TLS, and stops once even if it gets two signals', async () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'PORT=1\nPUBLIC_URL=http://pool.lan\nOIDC_AUTHORITY=http://127.0.0.1:9\nTZ=UTC\n')
  chmodSync(file, 0o644)
  const server = await start()
  await expect.poll(server.output).toContain('npm run admin -- grant EMAIL --admin')
  expect(server.output()).not.toContain('SetUp')
  await expect.poll(server.output).toContain('PUBLIC_URL is plain http')
  expect(server.output()).toContain('TZ in .env is not a setting')
  const isOpen = 'Others can open .env (mode 644). Run: chmod 600 .env'
  expect(server.output()).toMatch(new RegExp(`^{"level":40,.*${isOpen.replace(/[.()]/g, '\\$&')}`, 'm'))
  const settings = { ...defaults(), PORT: String(server.port) }
  const doctor = spawnScript('dist/server/admin.mjs', { folder, settings, args: ['doctor'] })
  expect(await doctor.ended).toMatchObject({ code: 1 })
  expect(doctor.output().split('\n')).toContain(`WRONG  files     ${isOpen}`)
  expect(server.output()).toContain(`"version":"${version}"`)
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) server.signal(signal)
  expect(await server.ended).toEqual(stoppedCleanly)
  expect(server.output().split('"stopping"')).toHaveLength(2)
})

describe('a server that receives a stop signal', () => {
  let simulator: Simulator
  let settings: Record<string, string>
  let url: string
  let token: string
  let tournamentId: number

  beforeEach(async () => {
    simulator = await startSimulator({ seed: 'stop', startAt: 'round-2-middle', slowMs: 500 })
    // Each start has a port of its own.
    settings = { PUBLIC_URL: 'http://localhost:8080', FEED_URL: simulator.url }
    ;({ token, tournamentId } = await prepareDatabase(simulator, settings))
  })
  afterEach(() => simulator.close())

  /** Adds a tournament and a player before the process starts. */
  async function prepareDatabase(feed: Simulator, env: Record<string, string>) {
    const database = openDatabase({ kind: 'sqlite', file: join(folder, 'pool.db') })
    await migrate(database)
    const clock = createSystemClock('sqlite')
    const owner = { subject: 'pat', name: 'Pat', email: 'pat@example.com' }
    const profile = { ...owner, emailVerified: true, asOf: clock.now() }
    const identity = { issuer: embeddedIssuer, subject: owner.subject }
    const { user } = await addUserWithIdentity(database.db, identity, profile, clock.now())
    const made = {
      token: await mintAccessToken({ config: readConfig(env), secrets: await loadSecrets(database.db, clock) }, owner),
      tournamentId: await addPool(
        { database },
        {
          espnId: feed.eventId,
          name: feed.name,
          start: new Date(Date.now() - 60_000),
          favourites: feed.listGolfers(),
          entrantIds: [user.id],
        },
      ),
    }
    await database.close()
    return made
  }

  async function open(): Promise<ListeningProcess> {
    const server = await start(settings)
    url = server.url
    return server
  }

  const callApi = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } })

  /** The leaderboard, once the process has polled the feed. */
  async function readBoard() {
    await expect.poll(async () => (await callApi(api.leaderboard(tournamentId))).status).toBe(200)
    return leaderboard.parse(await (await callApi(api.leaderboard(tournamentId))).json())
  }

  it('finishes running requests after SIGTERM and SIGINT, and can start again without the feed', async () => {
    const first = await open()
    const board = await readBoard()
    await expectFinished(first, 'SIGTERM', board.golfersScores[0]?.espnId)

    simulator.faults.set('stopped')
    const again = await open()
    expect((await readBoard()).golfersScores).toEqual(board.golfersScores)
    await expectFinished(again, 'SIGINT', board.golfersScores[1]?.espnId)
  })

  /** Stops the server while it waits for the golfer's scorecard and a stream is open. */
  async function expectFinished(server: ServerProcess, signal: NodeJS.Signals, espnId = ''): Promise<void> {
    const stream = await readStream(await callApi(api.leaderboardStream(tournamentId)))
    await stream.next()
    simulator.requests.clear()
    simulator.faults.set('slow')
    const slow = callApi(api.leaderboardPlayer(tournamentId, espnId))
    await expect
      .poll(() => [...simulator.requests.counts.keys()].some((path) => path.endsWith('/playersummary')))
      .toBe(true)

    server.signal(signal)
    // The version that was just stored may be announced again before the stream ends.
    for (;;) if ((await stream.next()) === undefined) break
    expect((await slow).status, signal).toBe(200)
    expect(await server.ended, signal).toEqual(stoppedCleanly)
  }

  it('waits neither for idle connections nor for half-sent requests', async () => {
    const server = await open()
    const silent = connect(server.port, '127.0.0.1')
    const half = connect(server.port, '127.0.0.1', () => half.write('GET /healthz HTTP/1.1\r\nHost:'))
    await Promise.all([once(silent, 'connect'), once(half, 'connect')])
    await readBoard()
    server.signal('SIGTERM')
    expect(await server.ended).toEqual(stoppedCleanly)
    silent.destroy()
    half.destroy()
  })
})

describe('a server that cannot start prints the reason and exits with 1', () => {
  const failed = { code: 1, signal: null }

  async function expectFault(server: ServerProcess, ...expected: (string | RegExp)[]): Promise<void> {
    expect(await server.ended).toEqual(failed)
    for (const text of expected) expect(server.output()).toMatch(text)
    expect(server.output()).not.toContain('    at ')
  }

  it('when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const server = spawnScript('dist/server/main.mjs', { folder, settings: { ...defaults(), PORT: port } })
    running.push(server)
    await expectFault(server, `Port ${port}`, 'in use', 'PORT')
    other.close()
  })
})

describe('the reason why a server cannot start names the setting', () => {
  async function expectReason(settings: Record<string, string>, ...expected: string[]): Promise<void> {
    const database = `sqlite:${join(folder, 'pool.db')}`
    const config = { ...readConfig({ DATABASE_URL: database, ...settings }), dataFolder: join(folder, 'data') }
    const reason = await startAndStop(config).catch((error: unknown) => explainStartupError(error, config.listen))
    for (const text of expected) expect(reason).toContain(text)
    expect(reason).not.toContain('open-sesame')
  }

  async function startAndStop(config: Config): Promise<undefined> {
    const app = await createApp(config, { log: createLog('silent') })
    try {
      await app.listen()
    } finally {
      await app.close()
    }
  }

  it('when its host is not an address of this machine', async () => {
    const settings = {
      HOST: '192.0.2.1',
      PUBLIC_URL: 'https://pool.example.org',
    }
    await expectReason(settings, '192.0.2.1', 'HOST')
  })

  it.each([
    ['the folder is a file', 'file/pool.db'],
    ['the file is a folder', 'folder'],
    ['the file is no database', 'file'],
  ])('when its database cannot be written: %s', async (_why, name) => {
    mkdirSync(join(folder, 'folder'))
    writeFileSync(
      join(folder, 'file'),
      'This is a text, and long enough to be looked at as if it were a database. '.repeat(20),
    )
    const file = join(folder, name)
    await expectReason({ DATABASE_URL: `sqlite:${file}` }, file, 'DATABASE_URL')
  })

  it('when its database server is unreachable, without revealing the password', async () => {
    await expectReason({ DATABASE_URL: 'postgres://pool:open-sesame@127.0.0.1:9/pool' }, 'DATABASE_URL', 'ECONNREFUSED')
  })
})
