import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, version } from '#built/harness.mjs'
import { toArchiveReadme } from '../../scripts/archive-readme.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'

/** The deployment files must match the product's settings. */
type Service = {
  image: string
  environment?: Record<string, string>
  env_file?: string
  read_only?: boolean
  volumes?: string[]
  networks: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}
type Compose = {
  services: Record<'pool' | 'database' | 'caddy', Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}
type Step = { uses?: string; run?: string; id?: string }
type Workflow = {
  on: { push: { tags: string[] } }
  permissions: Record<string, string>
  jobs: Record<string, { steps: Step[]; container?: string }>
}

const read = (file: string) => readFileSync(file, 'utf8')
const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow
const settings = namesIn(read('.env.example'))

/** The values of compose.env.example, with its image and its secrets filled in. */
const filledIn: Record<string, string> = {
  POOL_IMAGE: 'registry.example.org/owner/pool',
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
  expect(readConfig({ ...Object.fromEntries(values), ...filledIn, POOL_VERSION: '0' })).toMatchObject({
    listen: { host: '0.0.0.0', port: 8080 },
    publicUrl: 'https://pool.example.org',
    database: { kind: 'postgres', url: expect.stringContaining('@database/') },
    dataFolder: '/data',
    http: { trustedProxies: 1 },
  })
})

it('the example of its .env file has every name that it needs, and settings', () => {
  const names = namesIn(read('compose.env.example'))
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):[?-]/g)].map(([, name = '']) => name)
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

it('the compose file pulls the image of this major version, and nothing can be gained in a container or reached behind it', () => {
  const { pool, database, caddy } = compose.services
  expect(pool.image).toBe(`\${POOL_IMAGE:?set POOL_IMAGE in .env}:\${POOL_VERSION:-${version.split('.')[0]}}`)
  expect(read('compose.env.example')).toContain(`\nPOOL_VERSION=${version.split('.')[0]}\n`)
  for (const service of [pool, database, caddy]) {
    expect(service).toMatchObject({ init: true, read_only: true, cap_drop: ['ALL'] })
    expect(service).toMatchObject({ security_opt: ['no-new-privileges:true'], restart: 'unless-stopped' })
    expect(service).toMatchObject({ logging: { options: { 'max-size': '10m' } } })
    expect(service).not.toHaveProperty('build')
  }
  expect([pool.networks, database.networks, caddy.networks]).toEqual([['inner', 'outer'], ['inner'], ['outer']])
  expect(compose.networks['inner']).toEqual({ internal: true })
  expect(database).not.toHaveProperty('ports')
})

it('actions are pinned to the commit of a version, and images of a build to a digest', () => {
  const lines = globSync('.github/workflows/*.yml').flatMap((file) => read(file).split('\n'))
  const actions = lines.filter((line) => /\buses:/.test(line))
  expect(actions.length).toBeGreaterThan(5)
  for (const line of actions) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  for (const image of [...images, workflow('ci').jobs['test']?.container ?? ''])
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
})

it.skipIf(lacks('the publication of a tag', 'bash', 'tar'))(
  'a tag is published as one image with three tags, and as archives with a compose file that names the image',
  () => {
    const { on, permissions, jobs } = workflow('release')
    expect(on.push.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+'])
    expect(permissions).toEqual({ contents: 'read' })
    const folder = mkdtempSync(join(tmpdir(), 'player-pool-publish-'))
    // Docker and the forge's command are replaced by programs that record how they are called.
    for (const program of ['docker', 'gh']) {
      const script = `#!/bin/sh\necho ${program} "$@" >> calls\necho sha256:both\n`
      writeFileSync(join(folder, program), script, { mode: 0o755 })
    }
    for (const file of ['compose.yaml', 'compose.env.example', 'docs/operations/examples/Caddyfile'])
      cpSync(file, join(folder, file))
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist/a.digest'), 'sha256:one\n')
    writeFileSync(join(folder, 'dist/b.digest'), 'sha256:two\n')
    const env = {
      ...{ PATH: `${folder}:${process.env['PATH']}`, GITHUB_OUTPUT: join(folder, 'output') },
      ...{ GITHUB_REPOSITORY: 'Some-Club/Pool', GITHUB_REF_NAME: 'v1.20.3' },
    }
    for (const { run } of jobs['publish']?.steps ?? [])
      if (run !== undefined)
        execFileSync(requireProgram('bash'), ['-euo', 'pipefail', '-c', run], {
          cwd: folder,
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        })
    const image = 'ghcr.io/some-club/pool'
    const calls = readFileSync(join(folder, 'calls'), 'utf8')
    expect(calls).toContain(
      `create --tag ${image}:1.20.3 --tag ${image}:1.20 --tag ${image}:1 ${image}@sha256:one ${image}@sha256:two\n`,
    )
    expect(calls).toContain('gh release create v1.20.3 dist/player-pool-1.20.3-compose.tar.gz --verify-tag')
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe(`name=${image}\ndigest=sha256:both\n`)
    const packed = execFileSync(requireProgram('tar'), [
      '-xzOf',
      join(folder, 'dist/player-pool-1.20.3-compose.tar.gz'),
    ]).toString()
    expect(packed).toContain(`\nPOOL_IMAGE=${image}\n`)
    expect(packed).not.toContain('OWNER')
    rmSync(folder, { recursive: true })
  },
)

it('the container has a user without rights, a health check, and only settings that exist', () => {
  const stage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const [, settingLine = ''] = /^ENV (.*)$/m.exec(stage) ?? []
  const names = [...` ${settingLine}`.matchAll(/ ([A-Z_]+)=/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'PATH')
  expect(names.length).toBeGreaterThan(0)
  expect(settings).toEqual(expect.arrayContaining(names))
  expect(stage).toMatch(/^USER 10001$/m)
  expect(stage).toMatch(/^HEALTHCHECK .*CMD \["player-pool", "health"\]$/m)
})

it('the README of the archive has the commands of the archive, and links only to what it contains', () => {
  const readme = toArchiveReadme(read('README.md'), '1.20.3')
  expect(readme).toContain('\nplayer-pool-1.20.3/player-pool\n')
  expect(readme).toContain('\nplayer-pool-1.20.3/player-pool admin doctor ')
  // It says once what stands for npm's command in the documents.
  expect(readme.match(/npm |docker|compose\.yaml|clone|CONTRIBUTING/g)).toEqual(['npm '])
  const links = [...readme.matchAll(/\]\(([^)#]+)\)|src="([^"]+)"/g)].map(([, link, source]) => link ?? source ?? '')
  expect(links.length).toBeGreaterThan(10)
  const inArchive = /^(?:docs\/|(?:CHANGELOG|SECURITY)\.md$|LICENSE$)/
  for (const link of links) expect(inArchive.test(link) && existsSync(link), link).toBe(true)
})

it.each([
  ['--help', 0],
  ['admn', 2],
])('the launcher of a release prints its usage for %s and exits with %i', (argument, status) => {
  const result = spawnSync('sh', ['scripts/player-pool.sh', argument], { encoding: 'utf8' })
  const [shown, other] = status === 0 ? [result.stdout, result.stderr] : [result.stderr, result.stdout]
  expect([result.status, shown.split('\n')[0], other]).toEqual([status, 'Usage:', ''])
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

it('the pictures of the README are small, and are those that `npm run pictures` takes', () => {
  const shown = [...read('README.md').matchAll(/<img src="(docs\/pictures\/[^"]+)"/g)].map(([, file = '']) => file)
  const taken = [...read('scripts/pictures.ts').matchAll(/\bname: '(\w+)'/g)].map(
    ([, name]) => `docs/pictures/${name}.webp`,
  )
  expect(shown).toHaveLength(3)
  expect(shown.toSorted()).toEqual(taken.toSorted())
  expect(globSync('docs/pictures/*').toSorted()).toEqual(shown.toSorted())
  for (const file of shown) expect(statSync(file).size, file).toBeLessThan(60_000)
})
