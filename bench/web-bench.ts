import type { CDPSession, Page } from 'playwright-core'
import { entryNumbers } from '#domain/tournament/tournament.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { openBoardMenu } from '#test/support/e2e-board.ts'
import { openTestInstance } from '#test/support/e2e-instance.ts'
import { mintStoredUser } from '#test/support/minted-session.ts'
import { type BenchRow, median } from './bench-row.ts'

const phone = { width: 390, height: 844 }
const cpuSlowdown = 4
const poolSizes = [30, 180, 3000]
/** The pool in which the first load and the golfers' board are measured too: that of the demo. */
const usualSize = 180
const windows = 4
/** As many as the demo's page gets in a window of this length. */
const refreshesPerWindow = 2
const refreshMs = 2000
/** The time that an interaction may take to be painted. */
const paintedWithinMs = 1000
/** The time for the work after the first load: prefetching, the service worker, the offline cache of the board. */
const settleMs = 4000
const goals = { kilobytes: 125, taskMs: 50, interactionMs: 200 }

/** The boards on a slow phone: what the first load transfers, how long a refresh blocks the page, and how fast it reacts. */
export async function* measureWeb(): AsyncGenerator<BenchRow> {
  for (const size of poolSizes) {
    const entries = `${size.toLocaleString('en')} entries`
    const { refresh, page, session, close } = await openSignedIn(size)
    if (size === usualSize) yield await measureFirstLoad(page, session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await openBoard(page, '/pool')
    yield toTaskRow(`the pool, ${entries}`, await measureLongestTask(page, refresh))
    yield* measureInteractions(page, entries)
    if (size === usualSize) {
      await openBoard(page, '/golfers')
      yield toTaskRow("the golfers' board", await measureLongestTask(page, refresh))
    }
    await close()
  }
}

async function openBoard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('tbody').getByRole('row').first().waitFor()
  await page.waitForTimeout(settleMs)
}

/** The bytes on the wire until the page is idle, without an input. The service worker's own requests are not among them. */
async function measureFirstLoad(page: Page, session: CDPSession): Promise<BenchRow> {
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
  await openBoard(page, '/pool')
  const value = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024
  await session.send('Network.disable')
  return { name: 'JavaScript on the first load of the pool, on the wire', value, max: goals.kilobytes, unit: 'KB' }
}

/** From a tap or a key to the next paint, as the browser measures it (INP). */
async function* measureInteractions(page: Page, entries: string): AsyncGenerator<BenchRow> {
  await page.evaluate(() => {
    const slowest = { ms: 0 }
    Object.assign(window, { slowest })
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) slowest.ms = Math.max(slowest.ms, entry.duration)
    }).observe(options)
  })
  const rows = page.getByRole('table', { name: 'Pool standings' }).locator('tbody').getByRole('row')
  const steps = {
    toggle: () => page.getByRole('button', { name: 'Tiebreakers' }).click(),
    modal: () => rows.nth(2).getByRole('button').first().click(),
    search: () => page.getByRole('searchbox').pressSequentially('sco'),
    sort: async () => {
      await openBoardMenu(page)
      await page.getByRole('combobox', { name: 'Sort by' }).press('ArrowDown')
    },
  }
  for (const [name, act] of Object.entries(steps)) {
    await page.evaluate(() => Object.assign((window as unknown as { slowest: object }).slowest, { ms: 0 }))
    await act()
    await page.waitForTimeout(paintedWithinMs)
    const value = await page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms)
    if (name === 'modal') await page.keyboard.press('Escape')
    if (name === 'search') {
      await page.getByRole('searchbox').fill('')
      await page.getByRole('searchbox').blur()
    }
    await page.waitForTimeout(paintedWithinMs)
    const row = `INP of ${name}, ${entries}, processor ${cpuSlowdown} x slower`
    yield { name: row, value, max: goals.interactionMs, unit: 'ms' }
  }
}

function toTaskRow(board: string, value: number): BenchRow {
  const name = `longest task of a refresh of ${board}, processor ${cpuSlowdown} x slower`
  return { name, value, max: goals.taskMs, unit: 'ms' }
}

/** The longest task of the page while scores are refreshed, in milliseconds: the median over several windows of time. */
async function measureLongestTask(page: Page, refresh: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  const longest: number[] = []
  for (let window = 0; window < windows; window += 1) {
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
    for (let count = 0; count < refreshesPerWindow; count += 1) {
      await refresh()
      await page.waitForTimeout(refreshMs)
    }
    longest.push(findLongestTask(await browser.stopTracing()))
  }
  return median(longest)
}

/** `tdur` is the CPU time of the thread in microseconds, which excludes other load on the machine. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace contains no task of the page.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

async function openSignedIn(entries: number) {
  const instance = await openTestInstance({ rivals: entries / entryNumbers.length - 1 })
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ baseURL: instance.url, viewport: phone })).newPage()
  await page.goto('/authentication/logged-out')
  const { key, value } = await mintStoredUser(instance.app, await instance.account('newcomer'))
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [key, value] as const)
  return {
    refresh: () => instance.play(10),
    page,
    session: await page.context().newCDPSession(page),
    async close() {
      await browser.close()
      await instance.close()
    },
  }
}
