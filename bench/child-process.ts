import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a script of this folder as a process of its own, and waits for its first message. */
export async function startChild<First>(
  script: string,
  ...args: string[]
): Promise<{ child: ChildProcess; first: First; stop(): Promise<void> }> {
  const child = fork(new URL(script, import.meta.url), args, { stdio: 'inherit' })
  const [first] = await once(child, 'message')
  return {
    child,
    first: first as First,
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** Sends a message and waits for the answer. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const response = once(child, 'message')
  child.send(message)
  const [received] = await response
  return received as Answer
}

export type ServedApp = { url: string; token: string; tournamentId: number; pid: number }
