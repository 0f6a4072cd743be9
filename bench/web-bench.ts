import { launchBrowser } from '#test/support/browser.ts'
import type { BenchRow } from './bench-row.ts'
import { ask, type ServedApp, startChild } from './child-process.ts'

const goalKilobytes = 120
/** What comes later than this is fetched ahead, for the next screen. */
const firstLoadMs = 3000

const largePool = 3000
const cpuSlowdown = 4
const refreshes = 5
/** Until what follows the first load is done: the next screens, the service worker, the kept board. */
const settleMs = 8000
const goalTaskMs = 50
const goalRows = 200

export async function measureWeb(): Promise<BenchRow[]> {
  return [await measureFirstLoad(), ...(await measureRefresh())]
}

/** What a browser loads until the pool is on the screen, counted as it comes over the wire. */
async function measureFirstLoad(): Promise<BenchRow> {
  const { page, session, close } = await openSignedIn(180)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto('/pool')
  await page.waitForSelector('tbody tr')
  await page.waitForTimeout(firstLoadMs)
  await close()
  const kilobytes = bytes / 1024
  return {
    name: 'JavaScript on the first load of the pool',
    figure: `${kilobytes.toFixed(1)} KB on the wire`,
    value: kilobytes,
    baseline: null,
    ratio: null,
    goal: `at most ${goalKilobytes} KB`,
    met: kilobytes <= goalKilobytes,
  }
}

/** A large pool on a slow machine: how long a refresh holds the page up, and how much of the board is drawn. */
async function measureRefresh(): Promise<BenchRow[]> {
  const { child, page, session, close } = await openSignedIn(largePool)
  await page.goto('/pool')
  await page.waitForSelector('tbody tr')
  await page.waitForTimeout(settleMs)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: 'longtask',
    })
    Object.assign(globalThis, { tasks })
  })
  for (let round = 0; round < refreshes; round += 1) {
    await ask(child, { do: 'publish' })
    await page.waitForTimeout(firstLoadMs)
  }
  const longest = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks),
  )
  const rows = await page.locator('tbody tr').count()
  await close()
  return [
    {
      name: `longest task during a refresh, ${largePool.toLocaleString('en')} entries, processor ${cpuSlowdown} x slower`,
      // What is shorter than 50 ms is no long task, and is not reported by the browser.
      figure: longest === 0 ? 'below 50 ms' : `${Math.round(longest)} ms`,
      value: longest,
      baseline: null,
      ratio: null,
      goal: `at most ${goalTaskMs} ms`,
      met: longest <= goalTaskMs,
    },
    {
      name: `rows rendered out of ${largePool.toLocaleString('en')}`,
      figure: String(rows),
      value: rows,
      baseline: largePool,
      ratio: largePool / rows,
      goal: `at most ${goalRows}`,
      met: rows <= goalRows,
    },
  ]
}

async function openSignedIn(entries: number) {
  const {
    child,
    first: app,
    stop,
  } = await startChild<ServedApp>('./app-process.ts', String(entries), '--web')
  const origin = app.url.replace('127.0.0.1', 'localhost')
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  await page.goto('/authentication/logged-out')
  await page.evaluate(
    ([key, user]) => sessionStorage.setItem(key ?? '', user ?? ''),
    [`oidc.user:${origin}:golf`, JSON.stringify(storedUser(app.token))],
  )
  return {
    child,
    page,
    session: await page.context().newCDPSession(page),
    async close() {
      await browser.close()
      await stop()
    },
  }
}

/** Somebody who has signed in before in this tab, as the sign-in library remembers it. */
function storedUser(token: string) {
  return {
    access_token: token,
    token_type: 'Bearer',
    scope: 'golfAPI openid profile email',
    profile: { sub: 'bench', name: 'Bench', email: 'bench@example.com' },
    expires_at: Math.floor(Date.now() / 1000) + 600,
  }
}
