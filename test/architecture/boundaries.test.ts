import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The boundaries of the code base. */

type File = { path: string; text: string; imports: string[] }

const files: File[] = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => {
    if (name.startsWith('#')) return `src/${name.slice(1)}`
    if (name.startsWith('.')) return normalize(join(dirname(path), name))
    return name.startsWith('node:') ? name : `package:${name}`
  })
}

const inLayer = (layer: string) => files.filter(({ path }) => path.startsWith(`src/${layer}/`))

function findViolations(within: File[], forbidden: (imported: string, from: File) => boolean): string[] {
  return within.flatMap((file) =>
    file.imports.filter((imported) => forbidden(imported, file)).map((imported) => `${file.path} uses ${imported}`),
  )
}

/** Files outside its home that contain a word. */
function findMisplaced(word: RegExp, isHome: (path: string) => boolean, within = files): string[] {
  return within.filter(({ path, text }) => !isHome(path) && word.test(withoutComments(text))).map(({ path }) => path)
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

/** The folders in the tree of docs/architecture.md, in its order. Each line has a description. */
function readTree(): string[] {
  const [, tree = ''] = readFileSync('docs/architecture.md', 'utf8').split('```\n')
  const parents = ['src']
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)([\w-]+)\/ {2,}\S/.exec(line) ?? []
    if (name === undefined) return []
    parents.splice(indent.length / 2, parents.length, name)
    return [parents.join('/')]
  })
}

it('the code base is found', () => {
  expect(files.length).toBeGreaterThan(200)
})

describe('a layer uses only the layers below it', () => {
  const allowed: Record<string, RegExp> = {
    domain: /^src\/domain\//,
    contract: /^(src\/(domain|contract)\/|package:zod\/mini$)/,
    server: /^(src\/(domain|contract|server)\/|package\.json$|package:|node:)/,
    web: /^(src\/(domain|contract|web)\/|package:)/,
    simulator: /^(src\/(domain|simulator)\/|node:)/,
  }
  it.each(Object.entries(allowed))('%s', (layer, pattern) => {
    expect(findViolations(inLayer(layer), (imported) => !pattern.test(imported))).toEqual([])
  })
})

describe('the rooms of the server', () => {
  /** From top to bottom: a room imports only from the rooms below it. */
  const rooms = [
    'app',
    'operations',
    'user-administration',
    'sign-in',
    'proof',
    'results',
    'messages',
    'scores',
    'pool',
    'users',
    'feed',
    'delivery',
    'platform',
  ]
  const roomOf = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1]

  it('are these', () => {
    const files = inLayer('server').map(({ path }) => path)
    expect(new Set(files.map(roomOf).filter((room) => room !== undefined))).toEqual(new Set(rooms))
    // `main.ts` is above all rooms and `root-folder.ts` below them.
    const beside = files.filter((path) => roomOf(path) === undefined)
    expect(beside.toSorted()).toEqual(['src/server/main.ts', 'src/server/root-folder.ts'])
  })

  it('stand in this order in the tree of the architecture', () => {
    const listed = readTree().filter((path) => dirname(path) === 'src/server')
    expect(listed.map((path) => basename(path))).toEqual(rooms)
  })

  it('import nothing upwards', () => {
    expect(
      findViolations(inLayer('server'), (imported, { path }) => {
        const [from, to] = [roomOf(path), roomOf(imported)]
        if (imported === 'src/server/main.ts') return true
        return from !== undefined && to !== undefined && rooms.indexOf(to) < rooms.indexOf(from)
      }),
    ).toEqual([])
  })
})

it('the tree of the architecture has every folder, and no other', () => {
  const parents = ['src/', 'src/domain/', 'src/server/', 'src/server/*/', 'src/web/']
  const found = globSync(parents.map((parent) => `${parent}*/`)).map((path) => path.replace(/\/$/, ''))
  // Git leaves a folder behind whose files have moved.
  const folders = found.filter((path) => readdirSync(path).length > 0)
  const ofSources = readTree().filter((path) => path.startsWith('src/'))
  expect(ofSources.toSorted()).toEqual(folders.toSorted())
})

it('a file names what is in its folder or below it with ./, and everything else from the root', () => {
  const sources = globSync('src/**/*.{ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const others = sources.flatMap(({ path, text }) => {
    const names = [...text.matchAll(/(?:from|import|mock|importActual)\s*\(?\s*'([#.][^']+)'/g)].map(
      ([, name = '']) => name,
    )
    return names
      .filter((name) => {
        if (name.startsWith('../')) return !name.endsWith('/package.json')
        return name.startsWith('#') && `src/${name.slice(1)}`.startsWith(`${dirname(path)}/`)
      })
      .map((name) => `${path} uses ${name}`)
  })
  expect(others).toEqual([])
})

it('the app has no schemas: it trusts its own server, and takes types alone from their modules', () => {
  const schemas = new Set(
    inLayer('contract').flatMap(({ path, imports }) => (imports.includes('zod/mini') ? [path] : [])),
  )
  const users = inLayer('web').flatMap(({ path, text }) =>
    importsOf(path, text.replaceAll(/import type [^']*'[^']*'/g, ''))
      .filter((imported) => schemas.has(imported) || imported.startsWith('zod'))
      .map((imported) => `${path} uses ${imported}`),
  )
  expect(users).toEqual([])
})

it('only the app uses routes: a module may call another’s store, never its routes', () => {
  const isRoutes = (path: string) => /-routes\.ts$/.test(path)
  const users = inLayer('server').filter(({ path }) => path !== 'src/server/app/routes.ts')
  expect(
    findViolations(users, (imported, from) => isRoutes(imported) && !from.path.startsWith('src/server/sign-in/')),
  ).toEqual([])
})

it('a screen never uses another screen', () => {
  const screenOf = (path: string) => /^src\/web\/screens\/([^/]+)\//.exec(path)?.[1]
  expect(
    findViolations(inLayer('web'), (imported, { path }) => {
      const [from, to] = [screenOf(path), screenOf(imported)]
      return from !== undefined && to !== undefined && from !== to
    }),
  ).toEqual([])
})

it('plain UI parts use no API, no session and no screen', () => {
  const plain = files.filter(({ path }) => /^src\/web\/(ui|time)\//.test(path))
  expect(findViolations(plain, (imported) => /^src\/web\/(?!(ui|time|styles|url)\/)[^/]+\//.test(imported))).toEqual([])
})

it('the live connection renders nothing', () => {
  const live = files.filter(({ path }) => path.startsWith('src/web/live/'))
  expect(findViolations(live, (imported) => /\.tsx$|^src\/web\/ui\//.test(imported))).toEqual([])
})

it.each(['domain', 'server', 'web'])(
  'the folders of %s, at every depth, do not depend on each other in a cycle',
  (room) => {
    const edges = new Map<string, Set<string>>()
    for (const { path, imports } of inLayer(room)) {
      const from = dirname(path)
      // Files at the root of a layer join the others; all may use the configuration and the log.
      if (from === `src/${room}`) continue
      for (const imported of imports) {
        const to = dirname(imported)
        if (!to.startsWith(`src/${room}/`) || to === from || imported.endsWith('.css')) continue
        edges.set(from, (edges.get(from) ?? new Set()).add(to))
      }
    }
    expect(findCycle(edges)).toBeUndefined()
  },
)

function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>()
  function visit(folder: string, path: readonly string[]): string[] | undefined {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const next of edges.get(folder) ?? []) {
      const cycle = visit(next, [...path, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of edges.keys()) {
    const cycle = visit(folder, [])
    if (cycle) return cycle
  }
  return undefined
}

describe('tests of the whole product run the build', () => {
  /** Tests of stores and rules, which run the sources, use these as well. */
  const forBoth = [
    'account-rows',
    'build-update',
    'database-kind',
    'event-pool',
    'later-version',
    'postgres-cluster',
    'test-database',
  ]
  const users = globSync('{test,bench}/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const exported = [...readFileSync('demo/harness.ts', 'utf8').matchAll(/^export \{([^}]*)\}/gm)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  )

  it('and the benchmarks as well: they take types alone from the sources of the server', () => {
    const isSource = (imported: string) =>
      /^(src\/server\/|scripts\/admin\/)|\/(pool-harness|demo-people)\.ts$/.test(imported)
    const values = users
      .filter(({ path }) => !forBoth.some((name) => path === `test/support/${name}.ts`))
      .flatMap(({ path, text }) =>
        importsOf(path, text.replaceAll(/import type [^']*'[^']*'/g, ''))
          .filter(isSource)
          .map((imported) => `${path} uses ${imported}`),
      )
    expect(values).toEqual([])
  })

  it('which exports for them what they use, and nothing else', () => {
    const texts = users.filter(({ text }) => text.includes("'#built/harness.mjs'")).map(({ text }) => text)
    expect(exported.length).toBeGreaterThan(50)
    expect(exported.filter((name) => name !== '' && !texts.some((text) => text.includes(name)))).toEqual([])
  })
})

describe('each concern has one home', () => {
  it.each([
    ['the environment', /process\.env/, /^src\/server\/platform\/settings\/config\.ts$/],
    ['a query', /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/, /-store\.ts$|^src\/server\/platform\/db\//],
    ['printing', /console\./, /^src\/web\/app\/app\.tsx$/],
    ['dangerous HTML', /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/, /^$/],
  ])('%s', (_what, word, home) => {
    expect(findMisplaced(word, (path) => home.test(path))).toEqual([])
  })

  it('asking another server', () => {
    const asking = files.filter(({ text }) => /(?<![.\w])fetch\(/.test(withoutComments(text)))
    expect(asking.map(({ path }) => path).toSorted()).toEqual([
      'src/server/delivery/outbox/post-once.ts',
      'src/server/feed/json-request.ts',
      'src/server/sign-in/tokens/external-provider.ts',
      'src/web/api/api-client.ts',
      'src/web/service-worker/service-worker.ts',
      'src/web/session/embedded-provider.ts',
    ])
  })

  it('a path of the API', () => {
    const isHome = (path: string) =>
      /^src\/contract\/paths\.ts$|policy-table|security-headers|web-files|\/simulator\//.test(path)
    expect(findMisplaced(/['"`]\/api\//, isHome)).toEqual([])
  })

  it('a name of the feed’s wire shape', () => {
    const isHome = (path: string) => /^src\/server\/feed\/|^src\/simulator\//.test(path)
    expect(findMisplaced(/scoreToPar|shotsToPar\b.*totalYards|cutScore|displayThru|STATUS_CUT/, isHome)).toEqual([])
  })
})
