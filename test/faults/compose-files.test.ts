import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startOnPort } from '#demo/free-port.ts'
import { composeFiles, readCompose, readEnvironment, type Service } from '../support/compose-files.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { runScript, spawnProgram, spawnScript, startServer, waitForServer } from '../support/server-process.ts'

/** Each service of the compose files runs here as the command of its image, with its environment: no engine is needed. */
let folder: string
const running: { signal(name: 'SIGTERM'): void; ended: Promise<unknown> }[] = []
let cluster: PostgresServer | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'player-pool-compose-'))
})
afterEach(async () => {
  for (const server of running.splice(0).toReversed()) {
    server.signal('SIGTERM')
    await server.ended
  }
  await cluster?.remove()
  cluster = undefined
  rmSync(folder, { recursive: true })
})

/** The settings of the pool, with a folder for its volume, an address in place of each service, and no feed. */
function poolSettings(service: Service | undefined, values: Record<string, string>): Record<string, string> {
  const { PORT, DATA_DIR, ...settings } = readEnvironment(service ?? expect.unreachable('no service'), values)
  expect([PORT, DATA_DIR]).toEqual(['8080', '/data'])
  const data = join(folder, 'data')
  mkdirSync(data)
  return { ...settings, DATA_DIR: data, FEED_URL: 'http://127.0.0.1:9' }
}

it('compose.yaml: the pool starts, its health check passes, and the first admin gets a link to this machine', async () => {
  const settings = poolSettings(readCompose('compose.yaml').services['pool'], {})
  const server = await startServer({ folder, settings })
  running.push(server)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  // As `docker compose exec pool` runs them.
  const environment = { ...settings, PORT: String(server.port) }
  expect(await runScript('dist/server/health.mjs', [], environment)).toMatchObject({ code: 0 })
  const link = await runScript('dist/server/admin.mjs', ['setup-link'], environment)
  expect(link.out).toContain('http://localhost:8080/Identity/Account/SetUp?code=')
})

it.skipIf(lacks('all three compose files', 'caddy', 'postgresql'))(
  'all three: the database is ready, the pool starts on it, and Caddy serves it by https',
  async () => {
    const { pool, database, caddy } = readCompose(...composeFiles).services
    if (!pool || !database || !caddy) throw new Error('A service is missing.')
    const secrets = { POSTGRES_PASSWORD: 'a'.repeat(48), PASSWORD_PEPPER: 'b'.repeat(48) }

    cluster = (await startPostgresServer()) ?? expect.unreachable('no PostgreSQL')
    // What the image does at its first start.
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = readEnvironment(database, secrets)
    await cluster.query('postgres', `create role ${POSTGRES_USER} login password '${POSTGRES_PASSWORD}'`)
    await cluster.query('postgres', `create database ${POSTGRES_DB} owner ${POSTGRES_USER}`)
    const address = new URL(cluster.url('postgres')).host
    const [host = '', port = ''] = address.split(':')
    const [, check = '', ...checkArgs] = database.healthcheck?.test ?? []
    execFileSync(join(requireProgram('postgresql'), check), [...checkArgs, '-h', host, '-p', port])

    const own = await startOnPort(async (own, plain, poolPort) => {
      const values = { ...secrets, POOL_DOMAIN: `localhost:${own}` }
      rmSync(join(folder, 'data'), { recursive: true, force: true })
      const settings = poolSettings(pool, values)
      const url = settings['DATABASE_URL']?.replace('@database/', `@${address}/`) ?? ''
      const server = spawnScript('dist/server/main.mjs', {
        folder,
        settings: { ...settings, DATABASE_URL: url, PORT: String(poolPort) },
      })
      running.push(server)
      await server.ready

      const [file = ''] = caddy.volumes?.find((volume) => volume.includes('/etc/caddy/Caddyfile'))?.split(':') ?? []
      const environment = readEnvironment(caddy, values)
      // With a certificate of its own, and without HTTP/3: `startOnPort` has the UDP port of this number.
      const servers = 'servers {\n\t\tprotocols h1 h2\n\t}'
      const options = `{\n\tadmin off\n\thttp_port ${plain}\n\tlocal_certs\n\tskip_install_trust\n\t${servers}\n}\n`
      writeFileSync(join(folder, 'Caddyfile'), options + readFileSync(file, 'utf8'))
      const proxy = spawnProgram(requireProgram('caddy'), {
        folder,
        args: ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'],
        settings: {
          ...environment,
          POOL_ADDRESS: environment['POOL_ADDRESS']?.replace('pool:8080', `127.0.0.1:${poolPort}`) ?? '',
          ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        },
      })
      running.push(proxy)
      await waitForServer(proxy, async () => (await get(own, '/healthz')).statusCode === 200)
      return own
    })
    expect((await get(own, '/readyz')).statusCode).toBe(200)
    const discovery = await json(await get(own, '/.well-known/openid-configuration'))
    expect(discovery).toMatchObject({ issuer: `https://localhost:${own}` })
    const tables = await cluster.query(
      POSTGRES_DB ?? '',
      `select count(*) from information_schema.tables where table_schema = 'public'`,
    )
    expect(Number(tables[0]?.['count'])).toBeGreaterThan(20)
  },
)

async function get(port: number, path: string): Promise<IncomingMessage> {
  const options = { host: '127.0.0.1', servername: 'localhost', port, path, rejectUnauthorized: false, agent: false }
  const sent = request({ ...options, headers: { host: `localhost:${port}` } })
  const answered = once(sent.end(), 'response')
  const [response] = (await answered) as [IncomingMessage]
  return response
}
