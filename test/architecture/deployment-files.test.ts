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
import { composeFiles, readCompose, readEnvironment } from '../support/compose-files.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'

/** The deployment files must match the product's settings. */
type Step = { uses?: string; run?: string; id?: string }
type Workflow = {
  on: { push: { tags: string[] } }
  permissions: Record<string, string>
  jobs: Record<string, { steps: Step[]; container?: string }>
}

const read = (file: string) => readFileSync(file, 'utf8')
const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow
const settings = namesIn(read('.env.example'))

const all = readCompose(...composeFiles)

/** A file .env for all three compose files. */
const filledIn: Record<string, string> = {
  POOL_DOMAIN: 'pool.example.org',
  POSTGRES_PASSWORD: 'a'.repeat(48),
  PASSWORD_PEPPER: 'b'.repeat(48),
}

it('compose.yaml is one service on SQLite, in at most 20 lines, and only this machine reaches it', () => {
  expect(read('compose.yaml').trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  const { services, volumes } = readCompose('compose.yaml')
  expect(Object.keys(services)).toEqual(['pool'])
  expect(Object.keys(volumes)).toEqual(['pool-data'])
  expect(services['pool']).toMatchObject({ ports: ['127.0.0.1:8080:8080'], volumes: ['pool-data:/data'] })
})

it.each([
  [['compose.yaml'], ['pool'], { publicUrl: 'http://localhost:8080', database: { kind: 'sqlite' } }],
  [
    ['compose.yaml', 'compose.caddy.yaml'],
    ['caddy', 'pool'],
    { publicUrl: 'https://pool.example.org', database: { kind: 'sqlite' }, http: { trustedProxies: 1 } },
  ],
  [
    ['compose.yaml', 'compose.postgres.yaml'],
    ['database', 'pool'],
    {
      publicUrl: 'http://localhost:8080',
      database: { kind: 'postgres', url: `postgres://player_pool:${'a'.repeat(48)}@database/player_pool` },
    },
  ],
  [
    composeFiles,
    ['caddy', 'database', 'pool'],
    { publicUrl: 'https://pool.example.org', database: { kind: 'postgres' }, http: { trustedProxies: 1 } },
  ],
] as const)('%j set only settings that exist, and the server accepts them', (files, names, expected) => {
  const { services } = readCompose(...files)
  expect(Object.keys(services).toSorted()).toEqual(names)
  const pool = services['pool'] ?? expect.unreachable('no pool')
  expect(pool.env_file).toEqual([{ path: '.env', required: false }])
  const environment = readEnvironment(pool, filledIn)
  expect(settings).toEqual(expect.arrayContaining(Object.keys(environment)))
  expect(readConfig({ ...filledIn, ...environment, POOL_VERSION: '0' })).toMatchObject({
    listen: { host: '0.0.0.0', port: 8080 },
    dataFolder: '/data',
    ...expected,
  })
})

it('the example of their .env file has every name that they need, and settings', () => {
  const names = namesIn(read('compose.env.example'))
  const used = composeFiles.flatMap((file) => [...read(file).matchAll(/\$\{(\w+):[?-]/g)].map(([, name = '']) => name))
  expect([...names, ...settings]).toEqual(expect.arrayContaining(used))
  expect(names.filter((name) => ![...used, ...settings, 'COMPOSE_FILE'].includes(name))).toEqual([])
  expect(read('compose.env.example')).toContain(`\n#COMPOSE_FILE=${composeFiles.join(':')}\n`)
})

it('their volumes, networks and the files that they mount exist, and each service waits for what it needs', () => {
  for (const { volumes = [], networks = [] } of Object.values(all.services)) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      expect(source.startsWith('./') ? existsSync(source) : source in all.volumes, source).toBe(true)
    expect(['default', ...Object.keys(all.networks ?? {})]).toEqual(expect.arrayContaining(networks))
  }
  const { pool, database, caddy } = all.services
  expect(pool?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  expect(database?.healthcheck?.test).toContain('pg_isready')
  expect(caddy?.depends_on).toEqual({ pool: { condition: 'service_healthy' } })
})

it('nothing can be gained in a container or reached behind it', () => {
  for (const [name, service] of Object.entries(all.services)) {
    expect(service, name).toMatchObject({ init: true, read_only: true, cap_drop: ['ALL'] })
    expect(service, name).toMatchObject({ security_opt: ['no-new-privileges:true'], restart: 'unless-stopped' })
    expect(service, name).toMatchObject({ logging: { options: { 'max-size': '10m' } } })
    expect(service, name).not.toHaveProperty('build')
  }
  const { pool, database, caddy } = all.services
  expect([pool?.networks, database?.networks, caddy?.networks]).toEqual([['default', 'inner'], ['inner'], undefined])
  expect(all.networks).toEqual({ inner: { internal: true } })
  expect(database).not.toHaveProperty('ports')
})

it('every file names the image of package.json: of its repository, or the one that docker build makes', () => {
  const { name, repository } = JSON.parse(read('package.json')) as { name: string; repository?: { url: string } }
  const [, path] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? '') ?? []
  const image = path ? `ghcr.io/${path.toLowerCase()}` : name
  const [major] = version.split('.')
  expect(all.services['pool']?.image).toBe(`\${POOL_IMAGE:-${image}}:\${POOL_VERSION:-${major}}`)
  expect(read('compose.env.example')).toContain(`\n#POOL_IMAGE=${image}\n#POOL_VERSION=${major}\n`)
  const texts = ['README.md', ...globSync('docs/**/*.md')].map(read).join('\n')
  const builds = [...texts.matchAll(/docker build --tag (\S+) \./g)].map(([, tag = '']) => tag)
  expect(new Set(builds)).toEqual(new Set([`${name}:${major}`]))
  const published = [...texts.matchAll(/ghcr\.io\/[\w.-]+\/[\w.-]+/g)].map(([found]) => found)
  expect(published.filter((found) => found !== image)).toEqual([])
})

it('actions are pinned to the commit of a version, and images of a build to a digest', () => {
  const lines = globSync('.github/workflows/*.yml').flatMap((file) => read(file).split('\n'))
  const actions = lines.filter((line) => /\buses:/.test(line))
  expect(actions.length).toBeGreaterThan(5)
  for (const line of actions) expect(line).toMatch(/uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
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
    for (const file of [...composeFiles, 'compose.env.example', 'docs/operations/examples/Caddyfile'])
      cpSync(file, join(folder, file))
    const changelog =
      '# Changelog\n\n## 1.20.4\n\nLater.\n\n## 1.20.3\n\nThis [one](docs/rules.md#b), [it](https://x.example).\n\n## 1.20.2\n\nOld.\n'
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
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
    const archive = join(folder, 'dist/player-pool-1.20.3-compose.tar.gz')
    const packed = execFileSync(requireProgram('tar'), ['-xzOf', archive]).toString()
    expect(packed).toContain(`\n    image: \${POOL_IMAGE:-${image}}:\${POOL_VERSION:-`)
    expect(packed).toContain(`\n#POOL_IMAGE=${image}\n`)
    expect(packed).toContain('\n#UPDATE_URL=https://api.github.com/repos/some-club/pool/releases/latest\n')
    for (const start of ['Adds Caddy', 'Adds PostgreSQL', 'Player Pool behind Caddy'])
      expect(packed).toContain(`# ${start}`)
    expect(calls).toContain('--notes-file notes.md\n')
    expect(readFileSync(join(folder, 'notes.md'), 'utf8').trim()).toBe(
      'This [one](https://github.com/Some-Club/Pool/blob/v1.20.3/docs/rules.md#b), [it](https://x.example).',
    )
    rmSync(folder, { recursive: true })
  },
)

it.skipIf(lacks('the address of the project', 'bash'))(
  'a release has the address of its repository, for the feed',
  () => {
    const steps = workflow('release').jobs['build']?.steps ?? []
    const index = steps.findIndex(({ run }) => run?.includes('homepage'))
    // Built after that, the product and its image have it.
    expect(index).toBeLessThan(steps.findIndex(({ run }) => run === 'npm run release'))
    const folder = mkdtempSync(join(tmpdir(), 'player-pool-homepage-'))
    writeFileSync(join(folder, 'package.json'), '{"name":"player-pool"}')
    const env = { ...process.env, GITHUB_REPOSITORY: 'Some-Club/Pool' }
    execFileSync(requireProgram('bash'), ['-euo', 'pipefail', '-c', steps[index]?.run ?? ''], { cwd: folder, env })
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      name: 'player-pool',
      homepage: 'https://github.com/Some-Club/Pool',
    })
    rmSync(folder, { recursive: true })
  },
)

it('the changelog begins with the version of package.json', () => {
  expect([...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)][0]?.[1]).toBe(version)
})

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

it('the page for packagers has the port, volume, user, health check and description of the image, and settings that exist', () => {
  const page = read('docs/operations/packaging.md')
  const value = (name: string) => new RegExp(`^- \\*\\*${name}\\*\\*: (.+)$`, 'm').exec(page)?.[1] ?? ''
  const dockerfile = read('Dockerfile')
  const instruction = (name: string) =>
    new RegExp(`^${name} (\\S+)$`, 'm').exec(dockerfile)?.[1] ?? expect.unreachable(name)
  expect(value('Port').startsWith(`${instruction('EXPOSE')},`)).toBe(true)
  expect(value('Volume').startsWith(`\`${instruction('VOLUME')}\`,`)).toBe(true)
  expect(value('User').startsWith(`${instruction('USER')},`)).toBe(true)
  expect(value('Health').startsWith('`player-pool health`')).toBe(true)
  expect(dockerfile).toContain(`image.description="${value('Summary').split('. ')[0]}"`)
  const named = [...page.matchAll(/`([A-Z]+_[A-Z_]+?)(?:_FILE)?(?:=1)?`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  expect(settings).toEqual(expect.arrayContaining(named))
  for (const [, file = ''] of page.matchAll(/\]\(([^)#]+)/g))
    expect(existsSync(join('docs/operations', file)), file).toBe(true)
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

it('the README has the whole compose.yaml, and then the command that starts it', () => {
  expect(read('README.md')).toContain(
    `\n\`\`\`yaml\n${read('compose.yaml')}\`\`\`\n\n\`\`\`\ndocker compose up --detach --wait\n`,
  )
})

it('the README says what it is, how to run it, how to try it, and then the rest in about ten lines', () => {
  const [what = '', ...parts] = read('README.md').split(/^## /m)
  expect(parts.map((part) => part.split('\n')[0])).toEqual(['Run it', 'Try it', 'The rest'])
  expect(what.match(/<img /g)).toHaveLength(3)
  expect(parts[0]).toContain('\n```\nnpm start\n```\n')
  expect(parts[1]).toContain('\n```\nnpm run demo\n```\n')
  expect(parts[2]?.trim().split('\n').length).toBeLessThanOrEqual(12)
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

it('the repository has what contributors expect: weekly updates in groups, code scanning, and forms', () => {
  type Updates = { updates: { 'package-ecosystem': string; schedule: { interval: string }; groups: object }[] }
  const { updates } = parse(read('.github/dependabot.yml')) as Updates
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker'])
  for (const { schedule, groups } of updates) {
    expect(schedule.interval).toBe('weekly')
    expect(Object.keys(groups)).not.toEqual([])
  }
  const actionsOf = (name: string) =>
    Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.map(({ uses = '' }) => uses.split('@')[0]))
  expect(actionsOf('codeql')).toEqual(
    expect.arrayContaining(['github/codeql-action/init', 'github/codeql-action/analyze']),
  )
  expect(actionsOf('ci')).toContain('raven-actions/actionlint')
  const form = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as { body: { id?: string; attributes: object }[] }
  const doctor = form.body.find(({ id }) => id === 'doctor')?.attributes
  expect(doctor).toMatchObject({ description: expect.stringContaining('player-pool admin doctor'), render: 'text' })
  // Relative, so that they are those of the repository that shows the README.
  expect(read('README.md')).toContain(
    '[![CI](../../actions/workflows/ci.yml/badge.svg)](../../actions/workflows/ci.yml)',
  )
  expect(read('README.md')).toMatch(/^\[!\[Licence: MIT\]\(.+\)\]\(LICENSE\)$/m)
  expect(read('.github/pull_request_template.md')).toContain('`npm test` passes')
})
