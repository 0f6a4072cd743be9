import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  /** Standard output and standard error so far. */
  output(): string
  /** Resolves when the process says that it is ready; rejects with its output if it ends before that. */
  ready: Promise<void>
  ended: Promise<ExitStatus>
  signal(name: NodeJS.Signals): void
}

/** As `npm start` and a release run the programs of `dist/server`. */
const argumentsOf = (script: string, args: readonly string[] = []) => ['--enable-source-maps', resolve(script), ...args]

/** Starts a program of the build (`dist/server`) or a script of the tests in `folder`, with these settings and no others. */
export function spawnScript(
  script: string,
  options: { folder: string; settings?: Record<string, string>; args?: readonly string[] },
): ServerProcess {
  const child = spawn(process.execPath, argumentsOf(script, options.args), {
    cwd: options.folder,
    env: { PATH: process.env['PATH'], ...options.settings },
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
  const ended = once(child, 'close').then(([code, signal]): ExitStatus => ({ code, signal }))
  const ready = new Promise<void>((done, fail) => {
    listeners.add(() => {
      if (output.includes('Player Pool is ready')) done()
    })
    ended.then(() => fail(new Error(`It ended before it was ready:\n${output}`)))
  })
  // A test of a failing start does not await `ready`.
  ready.catch(() => {})
  return { output: () => output, ready, ended, signal: (name) => child.kill(name) }
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
