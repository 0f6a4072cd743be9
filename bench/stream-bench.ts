import { connect, type Socket } from 'node:net'
import { type BenchRow, toRatioRow } from './bench-row.ts'
import { ask, type RunningApp, startApp, startChild, type Usage } from './child-process.ts'
import { median } from './load.ts'

const listeners = 10_000
const connectBatchSize = 200
const publishes = 5
/** The app also polls the feed, parses, compares, compresses and stores the scores. */
const goalTimes = 3
const goalMemoryTimes = 2

type StreamServer = Pick<RunningApp, 'url' | 'token' | 'tournamentId' | 'usage' | 'publish' | 'stop'>

type Measured = { ms: number; kilobytes: number }

/** Ten thousand listeners: the time until the last one is notified of a new version, and the memory for each. */
export async function measureStream(): Promise<BenchRow[]> {
  const bare = await measureListeners(await startBareServer())
  const app = await measureListeners(await startApp({ entrants: 4, hasStarted: true }))
  return [
    toRatioRow({
      name: `${listeners.toLocaleString('en')} listeners: from feed request to last listener notified`,
      figure: `${Math.round(app.ms)} ms`,
      value: app.ms,
      baseline: bare.ms,
      maxRatio: goalTimes,
      of: 'a bare event-stream server without a feed',
    }),
    toRatioRow({
      name: 'memory per stream listener',
      figure: `${app.kilobytes.toFixed(1)} KB`,
      value: app.kilobytes,
      baseline: bare.kilobytes,
      maxRatio: goalMemoryTimes,
      of: 'a bare event-stream server',
    }),
  ]
}

async function startBareServer(): Promise<StreamServer> {
  const { child, first, stop } = await startChild<{ url: string }>('./bare-stream-server.ts')
  return {
    url: first.url,
    token: '',
    tournamentId: 1,
    usage: () => ask<Usage>(child, { do: 'usage' }),
    publish: async () => (await ask<{ publishedAt: number }>(child, { do: 'publish' })).publishedAt,
    stop,
  }
}

/** Stops the server afterwards: there are not enough file descriptors for two. */
async function measureListeners(server: StreamServer): Promise<Measured> {
  const before = await server.usage()
  const counter = new EventCounter()
  const sockets = await openAllStreams(server, counter)
  const after = await server.usage()
  if (after.listeners !== listeners) throw new Error(`${after.listeners} of ${listeners} listeners are connected`)
  const times: number[] = []
  for (let round = 0; round < publishes; round += 1) {
    const all = counter.next(listeners)
    const publishedAt = await server.publish()
    times.push((await all) - publishedAt)
  }
  for (const socket of sockets) socket.destroy()
  await server.stop()
  return { ms: median(times), kilobytes: (after.rss - before.rss) / listeners / 1024 }
}

/** Counts the events that arrive over all sockets. */
class EventCounter {
  #count = 0
  #wanted = Number.POSITIVE_INFINITY
  #done: (at: number) => void = () => {}

  add(events: number): void {
    this.#count += events
    if (this.#count >= this.#wanted) this.#done(performance.timeOrigin + performance.now())
  }

  /** The time at which `count` more events have arrived. */
  next(count: number): Promise<number> {
    return new Promise((resolve) => {
      this.#count = 0
      this.#wanted = count
      this.#done = resolve
    })
  }
}

async function openAllStreams(app: StreamServer, counter: EventCounter): Promise<Socket[]> {
  const first = counter.next(listeners)
  const sockets: Socket[] = []
  while (sockets.length < listeners) {
    const opened = Array.from({ length: connectBatchSize }, () => openStream(app, counter))
    sockets.push(...(await Promise.all(opened)))
  }
  await first
  return sockets
}

function openStream({ url, token, tournamentId }: StreamServer, counter: EventCounter): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/leaderboard/${tournamentId}/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      )
    })
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const events = chunk.toString('latin1').split('event: leaderboard').length - 1
      if (events > 0) {
        counter.add(events)
        resolve(socket)
      }
    })
  })
}
