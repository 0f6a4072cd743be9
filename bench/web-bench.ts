import type { Page } from 'playwright-core'
import { entryNumbers } from '#domain/tournament/tournament.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { type BenchRow, toLimitRow, toRatioRow } from './bench-row.ts'
import { startApp } from './child-process.ts'
import { median } from './load.ts'

const goalKilobytes = 125
/** The time that an interaction may take to be shown. */
const shownWithinMs = 3000

const largePool = 3000
const cpuSlowdown = 4
/** 1.6 Mbit/s. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const refreshes = 15
/** Matches neither an entry nor a golfer. */
const noEntry = 'qqqq'
/** The time until the rows of a refresh are also in the right sequence in the document. */
const refreshedWithinMs = 5000
/** The time for the work after the first load: prefetching, the service worker, the offline cache of the board. */
const settleMs = 8000
const goalTaskTimes = 1.3
const goalInteractionMs = 200
const goalRows = 200

export async function measureWeb(): Promise<BenchRow[]> {
  return [await measureFirstLoad(), ...(await measureRefresh())]
}

/** The bytes on the wire until the page is idle, without an input. The service worker's own requests are not among them. */
async function measureFirstLoad(): Promise<BenchRow> {
  const { page, session, close } = await openSignedIn(180)
  // The page before it must not load anything any more.
  await page.goto('about:blank')
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const addresses = new Map<string, string>()
  // Without a cache, the browser may request a preloaded script again.
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId)
    if (address !== undefined) sizes.set(address, encodedDataLength)
  })
  await page.goto('/pool')
  await page.waitForSelector('tbody tr')
  await page.waitForTimeout(settleMs)
  await close()
  const kilobytes = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
  return toLimitRow({
    name: 'JavaScript on the first load of the pool',
    figure: `${kilobytes.toFixed(1)} KB on the wire`,
    value: kilobytes,
    unit: ' KB',
    max: goalKilobytes,
  })
}

/** A large pool on a slow machine: how long a refresh blocks the page, and how many rows are rendered. */
async function measureRefresh(): Promise<BenchRow[]> {
  const { app, page, session, close } = await openSignedIn(largePool)
  await page.goto('/pool')
  await page.waitForSelector('tbody tr')
  await page.waitForTimeout(settleMs)
  const rows = await page.locator('tbody tr').count()
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const { full, empty } = await measureLongestTasks(page, app.publish)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  const interactions = await measureInteractions(page)
  await close()
  return [
    ...interactions,
    toRatioRow({
      name: `longest task during a refresh, ${largePool.toLocaleString('en')} entries, processor ${cpuSlowdown} x slower`,
      figure: `${full.toFixed(1)} ms`,
      value: full,
      baseline: empty,
      maxRatio: goalTaskTimes,
      of: 'that of an empty list',
    }),
    {
      name: `rows rendered out of ${largePool.toLocaleString('en')}`,
      figure: String(rows),
      value: rows,
      baseline: largePool,
      ratio: null,
      goal: `at most ${goalRows}`,
      isMet: rows <= goalRows,
    },
  ]
}

/** From a tap or a key to the next picture, as the browser measures it. */
async function measureInteractions(page: Page): Promise<BenchRow[]> {
  await page.evaluate(() => {
    const slowest = { ms: 0 }
    Object.assign(window, { slowest })
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) slowest.ms = Math.max(slowest.ms, entry.duration)
    }).observe(options)
  })
  const table = page.getByRole('table', { name: 'Pool standings' })
  const close = async () => page.keyboard.press('Escape')
  const steps: Record<string, () => Promise<unknown>> = {
    toggle: () => page.getByRole('button', { name: 'Tiebreakers' }).click(),
    modal: () => table.locator('tbody tr[data-key]').nth(2).getByRole('button').first().click(),
    search: () => page.getByRole('searchbox').pressSequentially('sco'),
    row: () =>
      table
        .locator('tbody tr[data-key]')
        .nth(1)
        .getByRole('button', { name: /details of/ })
        .click(),
  }
  const rows: BenchRow[] = []
  for (const [name, act] of Object.entries(steps)) {
    await page.evaluate(() => Object.assign((window as unknown as { slowest: object }).slowest, { ms: 0 }))
    await act()
    await page.waitForTimeout(shownWithinMs)
    const value = await page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms)
    await close()
    if (name === 'search') await page.getByRole('searchbox').fill('')
    await page.waitForTimeout(shownWithinMs / 2)
    rows.push(
      toLimitRow({
        name: `${name}: from input to picture, ${largePool.toLocaleString('en')} entries, processor ${cpuSlowdown} x slower`,
        figure: `${Math.round(value)} ms`,
        value,
        unit: ' ms',
        max: goalInteractionMs,
      }),
    )
  }
  return rows
}

/**
 * The longest task of the page during a refresh, in milliseconds: the median over several refreshes. Every other refresh finds
 * an empty list, because the search matches no entry: the same page, the same bytes and the same state of the machine.
 */
async function measureLongestTasks(page: Page, refresh: () => Promise<unknown>) {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  const lists = { full: { search: '', longest: [] as number[] }, empty: { search: noEntry, longest: [] as number[] } }
  for (let round = 0; round < refreshes; round += 1) {
    for (const { search, longest } of [lists.empty, lists.full]) {
      await page.getByRole('searchbox').fill(search)
      await page.waitForTimeout(shownWithinMs)
      await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
      await refresh()
      await page.waitForTimeout(refreshedWithinMs)
      longest.push(findLongestTask(await browser.stopTracing()))
    }
  }
  return { full: median(lists.full.longest), empty: median(lists.empty.longest) }
}

/** `tdur` is the CPU time of the thread in microseconds, which excludes other load on the machine. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

export function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace contains no task of the page.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

export async function openSignedIn(entries: number) {
  const app = await startApp({ entrants: entries / entryNumbers.length, hasStarted: true, hasWeb: true })
  const origin = app.url.replace('127.0.0.1', 'localhost')
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  await page.goto('/authentication/logged-out')
  await page.evaluate(
    ([key, user]) => sessionStorage.setItem(key ?? '', user ?? ''),
    [`oidc.user:${origin}:golf`, JSON.stringify(storedUser(app.token))],
  )
  return {
    app,
    page,
    session: await page.context().newCDPSession(page),
    async close() {
      await browser.close()
      await app.stop()
    },
  }
}

/** A signed-in user as the sign-in library stores them for this tab. */
function storedUser(token: string) {
  return {
    access_token: token,
    token_type: 'Bearer',
    scope: 'golfAPI openid profile email',
    profile: { sub: 'bench', name: 'Bench', email: 'bench@example.com' },
    expires_at: Math.floor(Date.now() / 1000) + 600,
  }
}
