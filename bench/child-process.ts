import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '#simulator/simulator-server.ts'

/** Starts a script of this folder as a separate process, and waits for its first message. */
export async function startChild<First>(
  script: string,
  ...args: string[]
): Promise<{ child: ChildProcess; first: First; stop(): Promise<void> }> {
  const child = fork(new URL(script, import.meta.url), args, { stdio: 'inherit' })
  const gone = once(child, 'exit')
  const first = await Promise.race([
    once(child, 'message').then(([message]) => message as First),
    gone.then(([code]) => Promise.reject(new Error(`${script} ended with code ${code} before it was ready.`))),
  ])
  return {
    child,
    first,
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** Sends a message and waits for the response. */
export async function ask<Response>(child: ChildProcess, message: object): Promise<Response> {
  const response = once(child, 'message')
  child.send(message)
  const [received] = await response
  return received as Response
}

type AppPlan = {
  /** Entry records, of three entries each. */
  entrants: number
  hasStarted: boolean
  /** Entrants who get a token. */
  viewers?: number
  hasWeb?: boolean
}

/** The arguments of the app's process. */
export type AppArguments = AppPlan & { feedUrl: string; eventId: string; dataFolder: string }

/** Of the simulated tournament. */
export const benchSeed = 'bench'

export type Viewer = { userId: number; token: string }

/** `token` belongs to a user without an entry. */
export type ServedApp = {
  url: string
  token: string
  tournamentId: number
  viewers: Viewer[]
}

export type AppCommand = { do: 'poll-feed' | 'usage' }

export type Usage = { cpuMs: number; rss: number; listeners: number }

export type RunningApp = ServedApp & {
  usage(): Promise<Usage>
  /** Advances the tournament and makes the server poll the feed. Resolves with the time of the request to the feed. */
  publish(): Promise<number>
  stop(): Promise<void>
}

/** A server with a pool of this size in a separate process, which has nothing else to do: the feed is in this one. */
export async function startApp(plan: AppPlan): Promise<RunningApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-bench-'))
  const feed = await startSimulator({ seed: benchSeed, startAt: plan.hasStarted ? 'round-2-middle' : 'scheduled' })
  const given: AppArguments = { ...plan, feedUrl: feed.url, eventId: feed.eventId, dataFolder }
  const app = await startChild<ServedApp>('./app-process.ts', JSON.stringify(given))
  const command = <Response>(name: AppCommand['do']) => ask<Response>(app.child, { do: name })
  return {
    ...app.first,
    usage: () => command<Usage>('usage'),
    async publish() {
      feed.advance(10)
      return (await command<{ publishedAt: number }>('poll-feed')).publishedAt
    },
    async stop() {
      await app.stop()
      await feed.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}
