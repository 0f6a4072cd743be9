import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Tests pass on a machine that has nothing but Node and npm, beside whatever else runs there. */
const files = globSync(['{test,demo,bench}/**/*.{ts,tsx}', '{src,scripts}/**/*.test.{ts,tsx}']).map((path) => ({
  path,
  lines: readFileSync(path, 'utf8').split('\n'),
}))

function findLines(pattern: RegExp, isAllowed: (path: string, found: string) => boolean): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const match = pattern.exec(line)
      return match && !isAllowed(path, match[1] ?? '') ? [`${path}:${index + 1} ${line.trim()}`] : []
    }),
  )
}

it('the files are found', () => {
  expect(files.length).toBeGreaterThan(400)
})

it('programs that a machine may lack are looked for in one place', () => {
  // npm starts the tests with `sh`. The others come with programs that are looked for there.
  const started = new Set(['sh', 'node', 'npm', 'vitest', 'id', 'ps', 'umount'])
  const programs = /\b(?:spawn|spawnSync|execFile|execFileSync|spawnProgram)\(\s*'([^']*)'/
  expect(
    findLines(programs, (path, name) => started.has(name) || path === 'test/support/optional-programs.ts'),
  ).toEqual([])
  const paths = /(initdb'\)|\/usr\/lib\/postgresql|env\['PATH'\] \?\? '')/
  const homes = ['test/support/optional-programs.ts', 'test/support/postgres-server.ts']
  expect(findLines(paths, (path) => homes.includes(path))).toEqual([])
  expect(findLines(/inject\('(postgresTemplate)'\)/, (path) => path === 'test/support/test-database.ts')).toEqual([])
})

it('no server takes a port that was only seen to be free: it listens on port 0, or starts through startOnPort', () => {
  const homes: Record<string, string> = {
    'demo/free-port.ts': 'assertPortIsFree',
    'demo/free-port.test.ts': 'startOnPort',
    'test/support/e2e-address.ts': 'startOnPort',
    'test/support/database-proxy.ts': 'startOnPort',
  }
  expect(findLines(/\.listen\((?!0\b|\)|\{ host: '127\.0\.0\.1', port: 0 \})(.*)/, (path) => path in homes)).toEqual([])
  for (const [path, word] of Object.entries(homes)) expect(readFileSync(path, 'utf8'), path).toContain(word)
  // A process or an app gets a port that its test knows only from startOnPort, or from a server that listens already.
  const given = /\b(?:PORT: |'--port', |port: )(String\(port\)|port\b|[a-z]\w*Port\b)/
  const users = new Set(findLines(given, () => false).map((line) => line.split(':')[0] ?? ''))
  const withoutSource = [...users].filter(
    (path) => !/startOnPort|startServer|listen\(0/.test(readFileSync(path, 'utf8')),
  )
  expect(withoutSource).toEqual([])
})

it('no test has a time limit of its own that is shorter than those of its level', () => {
  const limits = /\b(?:timeout: |setDefaultTimeout\(|^ *\}, )([\d_]+)\b/
  expect(findLines(limits, (_path, limit) => Number(limit.replaceAll('_', '')) >= 180_000)).toEqual([])
})

it('no test measures time: how fast the product is, the benchmarks say', () => {
  // A limit of the product is the subject there.
  const isSubject = (path: string) => path === 'test/postgres/database-outage.test.ts'
  const clocks = /\b(?:performance\.now|hrtime|cpuUsage|threadCpuUsage)\(/
  expect(findLines(clocks, (path) => path.startsWith('bench/') || isSubject(path))).toEqual([])
})
