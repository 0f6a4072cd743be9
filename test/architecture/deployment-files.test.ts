import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'

/** The deployment files must match the product's settings. */
type Service = {
  environment?: Record<string, string>
  env_file?: string
  read_only?: boolean
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}
type Compose = { services: Record<'pool' | 'database' | 'caddy', Service>; volumes: Record<string, unknown> }

const read = (file: string) => readFileSync(file, 'utf8')
const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
const compose = parse(read('compose.yaml')) as Compose
const settings = namesIn(read('.env.example'))

/** The values of compose.env.example, with its secrets filled in. */
const filledIn: Record<string, string> = {
  POOL_DOMAIN: 'pool.example.org',
  POSTGRES_PASSWORD: 'a'.repeat(48),
  PASSWORD_PEPPER: 'b'.repeat(48),
}
const interpolate = (value: string) =>
  value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => filledIn[name] ?? expect.unreachable(name))

it('the compose file sets only settings that exist, and the server accepts them', () => {
  const { environment = {}, env_file } = compose.services.pool
  expect(settings).toEqual(expect.arrayContaining(Object.keys(environment)))
  expect(env_file).toBe('.env')
  const values = Object.entries(environment).map(([name, value]) => [name, interpolate(value)])
  expect(readConfig(Object.fromEntries(values))).toMatchObject({
    listen: { host: '0.0.0.0', port: 8080 },
    publicUrl: 'https://pool.example.org',
    database: { kind: 'postgres', url: expect.stringContaining('@database/') },
    dataFolder: '/data',
    http: { trustedProxies: 1 },
  })
})

it('the example of its .env file has every name that it needs, and settings', () => {
  const names = namesIn(read('compose.env.example'))
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(required))
  expect(names.filter((name) => !required.includes(name) && !settings.includes(name))).toEqual([])
})

it('its volumes and the files that it mounts exist, and each service waits for what it needs', () => {
  for (const { volumes = [] } of Object.values(compose.services)) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      expect(source.startsWith('./') ? existsSync(source) : source in compose.volumes, source).toBe(true)
    }
  }
  expect(compose.services.pool).toMatchObject({
    read_only: true,
    depends_on: { database: { condition: 'service_healthy' } },
  })
  expect(compose.services.database.healthcheck?.test).toContain('pg_isready')
  expect(compose.services.caddy.depends_on).toEqual({ pool: { condition: 'service_healthy' } })
})

it('the container has a user without rights, a health check, and only settings that exist', () => {
  const stage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const names = [...stage.matchAll(/ ([A-Z_]+)=/g)].map(([, name = '']) => name).filter((name) => name !== 'PATH')
  expect(names.length).toBeGreaterThan(0)
  expect(settings).toEqual(expect.arrayContaining(names))
  expect(stage).toMatch(/^USER 10001$/m)
  expect(stage).toMatch(/^HEALTHCHECK .*CMD \["player-pool", "health"\]$/m)
})

it('the other files for deployment and for contributors can be read', () => {
  const files = globSync(['docs/operations/examples/*.yaml', '.github/**/*.yml'])
  expect(files.length).toBeGreaterThanOrEqual(5)
  for (const file of files) expect(parse(read(file)), file).toBeTypeOf('object')
  expect(read('.github/workflows/ci.yml')).toContain('run: .ci/run')
  expect(read('docs/operations/examples/player-pool.service')).toContain(
    'ExecStart=/opt/player-pool/current/player-pool',
  )
})
