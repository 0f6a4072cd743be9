import { connect, type Socket } from 'node:net'
import type { BenchRow } from './bench-row.ts'
import { type ServedApp, startApp } from './child-process.ts'

const listeners = 10_000
const connectBatchSize = 200
const publishes = 5
const goalMs = 300
const goalKilobytes = 30

/** Ten thousand listeners: how long until the last one has heard of a new version, and the memory for each. */
export async function measureStream(): Promise<BenchRow[]> {
  const app = await startApp({ entrants: 4, hasStarted: true })
  const before = await app.usage()
  const counter = new EventCounter()
  const sockets = await openAllStreams(app, counter)
  const after = await app.usage()
  if (after.listeners !== listeners)
    throw new Error(`${after.listeners} of ${listeners} listeners are connected`)
  const times: number[] = []
  for (let round = 0; round < publishes; round += 1) {
    const all = counter.next(listeners)
    const publishedAt = await app.publish()
    times.push((await all) - publishedAt)
  }
  for (const socket of sockets) socket.destroy()
  await app.stop()
  const slowest = times.toSorted((a, b) => a - b)[Math.floor(publishes / 2)] ?? Number.NaN
  const kilobytes = (after.rss - before.rss) / listeners / 1024
  return [
    {
      name: `${listeners.toLocaleString('en')} listeners: from feed request to last listener notified`,
      figure: `${Math.round(slowest)} ms`,
      value: slowest,
      baseline: null,
      ratio: null,
      goal: `at most ${goalMs} ms`,
      met: slowest <= goalMs,
    },
    {
      name: 'memory per stream listener',
      figure: `${kilobytes.toFixed(1)} KB`,
      value: kilobytes,
      baseline: null,
      ratio: null,
      goal: `at most ${goalKilobytes} KB`,
      met: kilobytes <= goalKilobytes,
    },
  ]
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

  /** The time at which `count` more have arrived. */
  next(count: number): Promise<number> {
    return new Promise((resolve) => {
      this.#count = 0
      this.#wanted = count
      this.#done = resolve
    })
  }
}

async function openAllStreams(app: ServedApp, counter: EventCounter): Promise<Socket[]> {
  const first = counter.next(listeners)
  const sockets: Socket[] = []
  while (sockets.length < listeners) {
    const opened = Array.from({ length: connectBatchSize }, () => openStream(app, counter))
    sockets.push(...(await Promise.all(opened)))
  }
  await first
  return sockets
}

function openStream({ url, token, tournamentId }: ServedApp, counter: EventCounter): Promise<Socket> {
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
