import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { transformWithOxc } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** `scripts/setup.mjs` in a separate clone with a stub program, run as by an operator. */
let folder: string
let started: ChildProcess[]

const script = resolve('scripts/setup.mjs')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const [machine, packaged] = [`${process.platform}-${process.arch}`, `node-${process.platform}-${process.arch}`]

const program = `
import { createServer } from 'node:net'
// Connections are closed at once: the server ends when the last one does.
const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1', () => console.log('ready', server.address().port, process.ppid))
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {
  if (!stopping) server.close()
  stopping = true
})
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'player-pool-setup-'))
  started = []
  for (const name of ['scripts', 'src', 'bin', 'dist/web', 'dist/server', 'node_modules'])
    mkdirSync(join(folder, name), { recursive: true })
  const manifest = { type: 'module', scripts, optionalDependencies: { [packaged]: '24.0.0' } }
  write('package.json', JSON.stringify(manifest))
  write('package-lock.json', '{}')
  cpSync(script, join(folder, 'scripts/setup.mjs'))
})
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  rmSync(folder, { recursive: true, maxRetries: 3 })
})

function write(name: string, content: string): void {
  writeFileSync(join(folder, name), content)
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], npm_config_cache: join(folder, 'cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

async function runToEnd(...parameters: Parameters<typeof run>) {
  const child = run(...parameters)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

describe('on a Node that is too old', () => {
  it.each(['16.20.2', '18.20.8'])('%s: says which version is needed, before anything else', async (version) => {
    const old = `for (const [name, value] of [['version', 'v${version}'], ['versions', { node: '${version}' }]])
      Object.defineProperty(process, name, { value })`
    const result = await runToEnd(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(old)}`,
      'scripts/setup.mjs',
    ])
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toMatch(
      /^Player Pool needs Node 20 or newer .*, and this is Node 1[68]\.\d+\.\d\.\n.*nodejs\.org/,
    )
    expect(result.err).not.toContain('    at ')
  })

  it('the file has no syntax that such a Node cannot read', async () => {
    const source = readFileSync(script, 'utf8')
    const [old, current] = await Promise.all(
      (['es2019', 'esnext'] as const).map((target) => transformWithOxc(source, script, { target })),
    )
    expect(old?.code).toBe(current?.code)
  })
})

describe('the installation', () => {
  /** A fake npm that records its calls. */
  function replaceNpm(): () => string[] {
    write('bin/npm', '#!/bin/sh\necho "$@" >> npm.log\n')
    chmodSync(join(folder, 'bin/npm'), 0o755)
    write('npm.log', '')
    return () => readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n')
  }

  const setUp = (node: string, ...args: string[]) =>
    runToEnd(process.execPath, ['scripts/setup.mjs', ...args], {
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      npm_config_user_agent: `npm/10.8.2 node/v${node} linux x64`,
    })

  it('has the packages of tests and checks only for a command that needs them, and keeps them for the others', async () => {
    const calls = replaceNpm()
    const installed = async (...args: string[]) => {
      write('npm.log', '')
      expect((await setUp('22.1.0', ...args)).code).toBe(0)
      return calls().flatMap((call) => /--(?:omit|include)=dev$/.exec(call)?.[0] ?? [])
    }
    expect(await installed()).toEqual(['--omit=dev'])
    expect(await installed()).toEqual([])
    expect(await installed('--dev')).toEqual(['--include=dev'])
    expect(await installed('--dev')).toEqual([])
    expect(await installed(), 'nothing is missing').toEqual([])
    const later = new Date(Date.now() + 60_000)
    utimesSync(join(folder, 'package-lock.json'), later, later)
    expect(await installed(), 'after a pull').toEqual(['--include=dev'])
    // As earlier versions wrote it.
    write('node_modules/.player-pool.json', JSON.stringify({ node: 22, machine, runtime: process.execPath }))
    utimesSync(join(folder, 'node_modules/.player-pool.json'), later, later)
    expect(await installed('--dev')).toEqual([])
  })

  it('is with these packages in the scripts that test, check or measure, and in no other', () => {
    const prepare = Object.entries(scripts).filter(([, command]) => command.includes('scripts/setup.mjs'))
    const withDev = prepare.filter(([, command]) => command.includes('scripts/setup.mjs --dev ')).map(([name]) => name)
    expect(withDev.toSorted()).toEqual(['bench', 'check', 'pictures', 'test', 'test:mutation'])
    expect(prepare.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'demo', 'admin', 'release']))
  })

  it('is repeated when Node or the packages have changed', async () => {
    const calls = replaceNpm()
    const installs = async (node: string) => {
      expect((await setUp(node)).code).toBe(0)
      return calls().filter((call) => call.startsWith('install ')).length
    }
    expect(await installs('20.1.0')).toBe(1)
    expect(await installs('20.2.0')).toBe(1)
    expect(await installs('22.1.0')).toBe(2)
    const later = new Date(Date.now() + 60_000)
    utimesSync(join(folder, 'package-lock.json'), later, later)
    expect(await installs('22.1.0')).toBe(3)
  })

  it('explains an unreachable registry in one sentence', async () => {
    const result = await runToEnd(process.execPath, ['scripts/setup.mjs'], {
      npm_config_registry: 'http://127.0.0.1:9',
    })
    expect(result).toMatchObject({ code: 1, out: 'Installing packages …\n' })
    expect(result.err).toMatch(/^The packages could not be downloaded, .* \(ECONNREFUSED\)\. .*\n$/)
  })
})

/** As after an installation with this Node. */
function recordInstallation(): void {
  const node = Number(/\d+/.exec(execFileSync('node', ['--version'], { encoding: 'utf8' }))?.[0])
  write('node_modules/.player-pool.json', JSON.stringify({ node, machine, runtime: process.execPath }))
}

it('the product is built if a source is newer than a part of it', async () => {
  recordInstallation()
  write(
    'scripts/build.ts',
    `import { appendFileSync, writeFileSync } from 'node:fs'
appendFileSync('built.log', 'built ')
for (const file of ['web/index.html', 'server/main.mjs', 'server/harness.mjs']) writeFileSync('dist/' + file, '')`,
  )
  const isCurrent = async () => (await runToEnd(process.execPath, ['scripts/setup.mjs', '--check-build'])).code === 0
  expect(await isCurrent()).toBe(false)
  const countBuilds = async () => {
    expect((await runToEnd(process.execPath, ['scripts/setup.mjs', '--build'])).code).toBe(0)
    return readFileSync(join(folder, 'built.log'), 'utf8').split(' ').length - 1
  }
  expect([await countBuilds(), await countBuilds()]).toEqual([1, 1])
  expect(await isCurrent()).toBe(true)
  const earlier = new Date(0)
  utimesSync(join(folder, 'dist/server/main.mjs'), earlier, earlier)
  expect(await countBuilds()).toBe(2)
  const later = new Date(Date.now() + 60_000)
  write('src/main.test.ts', '')
  utimesSync(join(folder, 'src/main.test.ts'), later, later)
  utimesSync(join(folder, 'src'), earlier, earlier)
  expect(await countBuilds(), 'a test is no part of the product').toBe(2)
  write('src/main.ts', '')
  utimesSync(join(folder, 'src/main.ts'), later, later)
  expect(await isCurrent()).toBe(false)
  expect(await countBuilds()).toBe(3)
})

describe('npm start', () => {
  async function start() {
    recordInstallation()
    write('dist/server/main.mjs', program)
    for (const file of ['dist/server/harness.mjs', 'dist/web/index.html']) write(file, '')
    const npm = run('npm', ['start'])
    const ended = once(npm, 'close')
    let output = ''
    for await (const chunk of npm.stdout) {
      output += String(chunk)
      const [, port, setup] = /^ready (\d+) (\d+)\n/m.exec(output) ?? []
      if (port !== undefined) return { npm, ended, setup: Number(setup), port: Number(port) }
    }
    throw new Error(`It ended before it was ready: ${output}`)
  }

  async function isListening(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1')
    const found = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return found
  }

  it.each([
    ['SIGTERM', 'npm'],
    ['SIGINT', 'npm'],
    ['SIGTERM', 'the script'],
    ['SIGINT', 'the script'],
  ] as const)('%s to %s stops the program and frees its port', async (signal, receiver) => {
    const { npm, ended, setup, port } = await start()
    expect(await isListening(port)).toBe(true)
    if (receiver === 'npm') npm.kill(signal)
    else process.kill(setup, signal)
    expect(await ended).toEqual([0, null])
    expect(await isListening(port)).toBe(false)
  })
})
