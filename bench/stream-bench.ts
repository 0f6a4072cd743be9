import { connect, type Socket } from 'node:net'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { type RunningApp, startApp } from './child-process.ts'
import { median } from './load.ts'

const listeners = 10_000
const connectBatchSize = 200
const publishes = 5
/** The app also polls the feed, parses, compares, compresses and stores the scores. */
const goalMs = 2000
/** Twice a bare event stream of `node:http`. */
const goalKilobytes = 34

/** Ten thousand listeners: the memory for each, and the time until the last one is notified of a new version. */
export async function* measureStream(): AsyncGenerator<BenchRow> {
  const app = await startApp({ entrants: 4, hasStarted: true })
  const before = await app.usage()
  const counter = new EventCounter()
  const sockets = await openAllStreams(app, counter)
  const after = await app.usage()
  if (after.listeners !== listeners) throw new Error(`${after.listeners} of ${listeners} listeners are connected`)
  const kilobytes = (after.rss - before.rss) / listeners / 1024
  yield toLimitRow({
    name: 'memory per stream listener',
    figure: `${kilobytes.toFixed(1)} KB`,
    value: kilobytes,
    unit: ' KB',
    max: goalKilobytes,
  })
  const times: number[] = []
  for (let round = 0; round < publishes; round += 1) {
    const all = counter.next(listeners)
    const publishedAt = await app.publish()
    times.push((await all) - publishedAt)
  }
  for (const socket of sockets) socket.destroy()
  await app.stop()
  const value = median(times)
  yield toLimitRow({
    name: `${listeners.toLocaleString('en')} listeners: from feed request to last listener notified`,
    figure: `${Math.round(value)} ms`,
    value,
    unit: ' ms',
    max: goalMs,
  })
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

async function openAllStreams(app: RunningApp, counter: EventCounter): Promise<Socket[]> {
  const first = counter.next(listeners)
  const sockets: Socket[] = []
  while (sockets.length < listeners) {
    const opened = Array.from({ length: connectBatchSize }, () => openStream(app, counter))
    sockets.push(...(await Promise.all(opened)))
  }
  await first
  return sockets
}

function openStream({ url, token, tournamentId }: RunningApp, counter: EventCounter): Promise<Socket> {
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
