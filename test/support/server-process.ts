import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  /** Standard output and standard error so far. */
  output(): string
  /** Resolves when the process says that it is ready; rejects with its output if it ends before that. */
  ready: Promise<void>
  ended: Promise<ExitStatus>
  signal(name: NodeJS.Signals): void
}

/** Compiling the server's TypeScript takes half of the time that a process needs to start. */
const compileCache = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') }

/** Set by `npm test`: the folder of the scripts' bundles (scripts/bundle-test-programs.ts). */
const bundleFolder = process.env['BUNDLED_PROGRAMS']

const fileOf = (script: string) => resolve(bundleFolder ? join(bundleFolder, `${script}.mjs`) : script)

/** Starts a script of the repository as a process in `folder`, with these settings and no others. */
export function spawnScript(
  script: string,
  options: { folder: string; settings?: Record<string, string>; args?: readonly string[]; fromSources?: boolean },
): ServerProcess {
  const file = options.fromSources ? resolve(script) : fileOf(script)
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], {
    cwd: options.folder,
    env: { PATH: process.env['PATH'], ...compileCache, ...options.settings },
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

/** Runs a script of the repository to its end, as an operator does. */
export function runScript(
  script: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<ScriptResult> {
  const env = { ...process.env, NODE_OPTIONS: '', ...compileCache, ...settings }
  return new Promise((done) => {
    execFile(process.execPath, [fileOf(script), ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
