import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '#test/support/browser.ts'
import { type BenchRow, toLimitRow, toRatioRow } from './bench-row.ts'
import { startApp } from './child-process.ts'
import { median } from './load.ts'

const entries = 180
/** A slow phone: the processor, the network and its round trip. */
const slow = { cpu: 4, bytesPerSecond: 1.6e6 / 8, roundTripMs: 150 }
const visits = 3
const goals = { cold: 3, warm: 1.5, roundTrips: 4 }
/** How long to wait until the offline cache has the last board. */
const offlineCacheMs = 12_000

type Sent = { path: string; from: number; to: number; bytes: number }
type Visit = { firstRowsMs: number; sent: Sent[] }

/**
 * How long a signed-in user waits for the first rows in a new tab on a slow phone, compared with a page of the same size
 * without script. Cold: the browser's cache is empty. Warm: the browser has opened the pool before.
 */
export async function measureOpening(): Promise<BenchRow[]> {
  const app = await startApp({ entrants: entries / 3, hasStarted: true, hasWeb: true })
  const browser = await launchBrowser()
  const origin = app.url.replace('127.0.0.1', 'localhost')
  const measured = { cold: [] as number[], warm: [] as number[], coldBare: [] as number[], warmBare: [] as number[] }
  let roundTrips = 0
  for (let round = 0; round < visits; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })
    await context.addCookies(app.cookies.map((cookie) => ({ ...cookie, url: origin })))
    const cold = await visit(context, `${origin}/pool`, 'tbody tr[data-key]', offlineCacheMs)
    const warm = await visit(context, `${origin}/pool`, 'tbody tr[data-key]')
    const bare = await startBarePage(cold.sent)
    measured.cold.push(cold.firstRowsMs)
    measured.warm.push(warm.firstRowsMs)
    measured.coldBare.push((await visit(context, bare.url, 'tbody tr')).firstRowsMs)
    measured.warmBare.push((await visit(context, bare.url, 'tbody tr')).firstRowsMs)
    roundTrips = Math.max(roundTrips, countInARow(cold))
    bare.stop()
    await context.close()
  }
  await browser.close()
  await app.stop()
  return [
    toRow('cold', measured.cold, measured.coldBare),
    toRow('warm', measured.warm, measured.warmBare),
    toLimitRow({
      name: 'requests in a row before the first rows, cold',
      figure: String(roundTrips),
      value: roundTrips,
      unit: '',
      max: goals.roundTrips,
    }),
  ]
}

function toRow(kind: 'cold' | 'warm', measured: number[], bare: number[]): BenchRow {
  const value = median(measured)
  return toRatioRow({
    name: `first rows in a new tab, ${kind}, processor ${slow.cpu} x slower, 1.6 Mbit/s, ${slow.roundTripMs} ms`,
    figure: `${Math.round(value)} ms`,
    value,
    baseline: median(bare),
    maxRatio: goals[kind],
    of: 'a bare page with the same bytes',
  })
}

/** Opens the address in a new tab of a slow phone. */
async function visit(context: BrowserContext, url: string, row: string, stayMs = 0): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await slowDown(session)
  const sent = recordRequests(session)
  await page.addInitScript((selector) => {
    const checkRows = () => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      // The frame after it has been drawn.
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { firstRowsMs: performance.now() })))
    }
    const observer = new MutationObserver(checkRows)
    observer.observe(document, { childList: true, subtree: true })
  }, row)
  await page.goto(url, { waitUntil: 'commit' })
  const firstRowsMs = await readFirstRows(page)
  const before = sent().filter(({ to }) => to <= firstRowsMs)
  await session.send('Network.emulateNetworkConditions', unlimited)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(stayMs)
  await page.close()
  return { firstRowsMs, sent: before }
}

const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  const { bytesPerSecond, roundTripMs } = slow
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
}

async function readFirstRows(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as unknown as { firstRowsMs?: number }).firstRowsMs)
  return (await found.jsonValue()) ?? Number.NaN
}

/** The requests of a page that got a response, in milliseconds after its first one. */
function recordRequests(session: CDPSession): () => Sent[] {
  const open = new Map<string, { path: string; from: number }>()
  const sent: Sent[] = []
  let start: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    start ??= timestamp
    open.set(requestId, { path: new URL(request.url).pathname, from: (timestamp - start) * 1000 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = open.get(requestId)
    if (request) sent.push({ ...request, to: (timestamp - (start ?? 0)) * 1000, bytes: encodedDataLength })
  })
  return () => sent
}

/** The length of the longest chain of sequential requests, up to the one that returns the scores. */
function countInARow({ sent }: Visit): number {
  // The page requests its files in parallel; the chain of data requests follows them.
  const data = sent.filter(({ path, from }) => from === 0 || /^\/(api|connect)\//.test(path))
  const chains = new Map<Sent, number>()
  for (const request of data.toSorted((a, b) => a.from - b.from)) {
    const earlier = data.filter(({ to }) => to <= request.from).map((source) => chains.get(source) ?? 1)
    chains.set(request, 1 + Math.max(0, ...earlier))
  }
  const scores = data.filter(({ path }) => /^\/api\/leaderboard\/\d+$/.test(path))
  return Math.max(0, ...scores.map((request) => chains.get(request) ?? 0))
}

/** A table as large as the board's, with the app's bytes as files that are not executed. */
async function startBarePage(sent: readonly Sent[]): Promise<{ url: string; stop: () => void }> {
  const [, ...others] = sent
  const files = new Map(others.map(({ bytes }, index) => [`/assets/file-${index}.css`, Buffer.alloc(bytes, '/**/')]))
  const rows = Array.from({ length: entries }, (_, row) => `<tr><td>${row}<td>Name<td>A<td>B<td>C<td>D<td>-1`)
  const links = [...files.keys()].map((path) => `<link rel="stylesheet" href="${path}">`)
  const html = `<!doctype html><title>Bare</title>${links.join('')}<table><tbody>${rows.join('')}</table>`
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    response.setHeader('Content-Type', file ? 'text/css' : 'text/html').end(file ?? html)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, stop: () => server.close() }
}
