import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  /** What it has said so far, on both ways out. */
  output(): string
  /** Done when it says that it serves; fails with its output when it ends before. */
  ready: Promise<void>
  /** How it ended. */
  ended: Promise<ExitStatus>
  signal(name: NodeJS.Signals): void
}

/** Starts a script of the repository as a process of its own in `folder`, with these settings and no others. */
export function spawnScript(
  script: string,
  options: { folder: string; settings?: Record<string, string>; args?: readonly string[] },
): ServerProcess {
  const child = spawn(process.execPath, [resolve(script), ...(options.args ?? [])], {
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
  // Who starts it to see it fail does not wait for it to be ready.
  ready.catch(() => {})
  return { output: () => output, ready, ended, signal: (name) => child.kill(name) }
}
