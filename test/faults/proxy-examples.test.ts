import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createParser } from 'eventsource-parser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { startOnPort } from '#demo/free-port.ts'
import { lacks, type OptionalProgram, requireProgram } from '../support/optional-programs.ts'
import { type ServerProcess, spawnProgram, waitForServer } from '../support/server-process.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

/** The examples in docs/operations/examples, with the programs that they are for, in front of the product. */
const examples = 'docs/operations/examples'

type Proxy = {
  name: string
  /** The first one is the proxy. */
  programs: [OptionalProgram, ...OptionalProgram[]]
  /** The example with the ports of this run, and the arguments to run it. */
  prepare(
    folder: string,
    ports: { own: number; plain: number; pool: number },
  ): { args: string[]; settings: Record<string, string> }
}

/** The example as it stands, apart from addresses and files: each of these texts must be in it. */
function replaceAddresses(example: string, replacements: Readonly<Record<string, string>>): string {
  let text = example
  for (const [found, replacement] of Object.entries(replacements)) {
    expect(text).toContain(found)
    text = text.replaceAll(found, replacement)
  }
  return text
}

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))

const proxies: Proxy[] = [
  {
    name: 'nginx',
    programs: ['nginx', 'openssl'],
    prepare(folder, { own, plain, pool }) {
      const [certificate, key] = makeCertificate(folder)
      const files = '/etc/letsencrypt/live/pool.example.org'
      // A machine without IPv6 has another address in place of the second one.
      const [ownAddress, plainAddress] = [own, plain].map((port) => (hasIpv6 ? `[::1]:${port}` : `127.0.0.2:${port}`))
      const example = replaceAddresses(readFileSync(`${examples}/nginx.conf`, 'utf8'), {
        'listen 80;': `listen 127.0.0.1:${plain};`,
        'listen [::]:80;': `listen ${plainAddress};`,
        'listen 443 ': `listen 127.0.0.1:${own} `,
        'listen [::]:443 ': `listen ${ownAddress} `,
        'server 127.0.0.1:8080 ': `server 127.0.0.1:${pool} `,
        [`${files}/fullchain.pem`]: certificate,
        [`${files}/privkey.pem`]: key,
      })
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`)
      const frame = [
        'daemon off;',
        'pid nginx.pid;',
        'events {}',
        'http {',
        'access_log off;',
        ...temporary,
        example,
        '}',
      ]
      const file = join(folder, 'nginx.conf')
      writeFileSync(file, frame.join('\n'))
      return { args: ['-p', folder, '-e', 'error.log', '-c', file], settings: {} }
    },
  },
  {
    name: 'Caddy',
    programs: ['caddy'],
    prepare(folder, { own, plain, pool }) {
      // Without HTTP/3: `startOnPort` has the UDP port of this number.
      const servers = '\tservers {\n\t\tprotocols h1 h2\n\t}\n'
      const options = `{\n\tadmin off\n\thttp_port ${plain}\n\tlocal_certs\n\tskip_install_trust\n${servers}}\n`
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, options + readFileSync(`${examples}/Caddyfile`, 'utf8'))
      const settings = {
        POOL_DOMAIN: `https://localhost:${own}`,
        POOL_ADDRESS: `127.0.0.1:${pool}`,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        HOME: folder,
      }
      return { args: ['run', '--adapter', 'caddyfile', '--config', file], settings }
    },
  },
]

function makeCertificate(folder: string): [certificate: string, key: string] {
  const paths: [string, string] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes']
  const output = ['-out', paths[0], '-keyout', paths[1]]
  execFileSync(requireProgram('openssl'), ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...output], {
    stdio: 'ignore',
  })
  return paths
}

let pool: TestPool
const lines: string[] = []

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  pool = await openTestPool({ log, env: { TRUST_PROXY: '1' } })
})
afterAll(() => pool.close())

describe.each(proxies)('behind $name', ({ name, programs, prepare }) => {
  const isSkipped = lacks(`behind ${name}`, ...programs)
  let folder: string
  let proxy: ServerProcess
  let port: number

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'player-pool-proxy-'))
    proxy = await startOnPort(async (own, plain) => {
      port = own
      const { args, settings } = prepare(folder, { own, plain, pool: pool.app.config.listen.port })
      const started = spawnProgram(requireProgram(programs[0]), { folder, args, settings })
      await waitForServer(started, async () => (await get('/healthz')).statusCode === 200)
      return started
    })
  })
  afterEach(async () => {
    proxy.signal('SIGTERM')
    await proxy.ended
    rmSync(folder, { recursive: true })
  })

  /** As a client with the address 127.0.0.2. */
  async function get(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const authorization = `Bearer ${pool.people.player.token}`
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      headers: { host: `localhost:${port}`, authorization, ...headers },
      localAddress: '127.0.0.2',
      rejectUnauthorized: false,
      agent: false,
    })
    const answered = once(sent.end(), 'response')
    const [response] = (await answered) as [IncomingMessage]
    return response
  }

  it.skipIf(isSkipped)('browsers get HTTP/2', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
    })
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe('h2')
    socket.destroy()
  })

  it.skipIf(isSkipped)('the log has the address of the client, whatever the client claims', async () => {
    lines.length = 0
    const claimed = { 'x-forwarded-for': '203.0.113.9, 203.0.113.10' }
    for (const headers of [{}, claimed]) {
      const response = await get(api.adminUsers(), headers)
      expect(response.statusCode).toBe(403)
      response.resume()
    }
    const addresses = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request refused')
    expect(addresses.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.2'])
  })

  it.skipIf(isSkipped)(
    'a new version is announced on the stream at once, and fetched as it was compressed',
    async () => {
      const stream = await get(api.leaderboardStream(pool.tournamentId))
      expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      const versions: string[] = []
      const parser = createParser({ onEvent: ({ id }) => void versions.push(id ?? '') })
      stream.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
      await expect.poll(() => versions.length).toBe(1)
      pool.simulator.advance(60)
      await pool.app.feed.pollNow()
      await expect.poll(() => new Set(versions).size).toBe(2)
      stream.destroy()

      const board = await get(api.leaderboard(pool.tournamentId), { 'accept-encoding': 'br' })
      expect([board.statusCode, board.headers['content-encoding']]).toEqual([200, 'br'])
      board.resume()
    },
  )
})
