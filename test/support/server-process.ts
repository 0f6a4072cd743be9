import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startOnPort } from '#demo/free-port.ts'

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  pid: number | undefined
  /** Standard output and standard error so far. */
  output(): string
  /** Resolves when the process says that it is ready; rejects with its output if it ends before that. */
  ready: Promise<void>
  ended: Promise<ExitStatus>
  signal(name: NodeJS.Signals): void
}

export type ListeningProcess = ServerProcess & { port: number; url: string }

type Options = {
  folder: string
  settings?: Record<string, string>
  args?: readonly string[]
  /** The user that runs it. Default: this one. */
  uid?: number
  gid?: number
}

/** As `npm start` and a release run the programs of `dist/server`. */
const argumentsOf = (script: string, args: readonly string[] = []) => ['--enable-source-maps', resolve(script), ...args]

/** Starts a program of the build (`dist/server`) or a script of the tests in `folder`, with these settings and no others. */
export function spawnScript(script: string, options: Options): ServerProcess {
  return spawnProgram(process.execPath, { ...options, args: argumentsOf(script, options.args) })
}

/** Starts the server of the build on any port. Resolves when it says in its log that it is ready: at level info or lower. */
export function startServer(options: Options): Promise<ListeningProcess> {
  return startOnPort(async (port) => {
    const settings = { ...options.settings, PORT: String(port) }
    const server = spawnScript('dist/server/main.mjs', { ...options, settings })
    await server.ready
    return { ...server, port, url: `http://127.0.0.1:${port}` }
  })
}

export function spawnProgram(program: string, { folder, settings, args = [], ...owner }: Options): ServerProcess {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
    ...owner,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  // After a test that was stopped by its time limit.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').then(([code, signal]): ExitStatus => {
    process.off('exit', kill)
    return { code, signal }
  })
  const ready = new Promise<void>((done, fail) => {
    const listener = () => {
      if (!output.includes('Player Pool is ready')) return
      listeners.delete(listener)
      done()
    }
    listeners.add(listener)
    ended.then(() => fail(new Error(`It ended before it was ready:\n${output}`)))
  })
  // A test of a failing start does not await `ready`.
  ready.catch(() => {})
  return { pid: child.pid, output: () => output, ready, ended, signal: (name) => child.kill(name) }
}

/** For programs that do not say when they are ready: asks until the answer is true. */
export async function waitForServer(server: ServerProcess, isUp: () => Promise<boolean>): Promise<void> {
  let hasEnded = false
  server.ended.then(() => {
    hasEnded = true
  })
  while (!(await isUp().catch(() => false))) {
    if (hasEnded) throw new Error(`It ended before it was ready:\n${server.output()}`)
    await wait(20)
  }
}

export type ScriptResult = { code: number; out: string; err: string }

/** Runs a program of the build to its end, as an operator does. */
export function runScript(
  script: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<ScriptResult> {
  const env = { ...process.env, NODE_OPTIONS: '', ...settings }
  return new Promise((done) => {
    execFile(process.execPath, argumentsOf(script, args), { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
