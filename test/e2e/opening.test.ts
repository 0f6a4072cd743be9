import type { Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { eventually, it } from '../support/e2e-test.ts'

/** A new tab of a signed-in person: their session is at the provider only. */
const asPlayer = { as: 'player', signedIn: 'at the provider' } as const

const account = 'player@example.com'

/** The scripts of a visit without an input, as they are sent, but not the script of the worker of the chances. */
const maxScriptBytes = 125 * 1024

type Moment = { header: string; rows: number; progress: boolean }

/** Records every state that the page goes through, from before its first script. */
async function recordMoments(page: Page): Promise<() => Promise<Moment[]>> {
  await page.addInitScript(() => {
    const moments: { header: string; rows: number; progress: boolean }[] = []
    Object.assign(window, { moments })
    const look = () => {
      const header = document.querySelector('header')?.textContent ?? ''
      const rows = document.querySelectorAll('tbody tr[data-key]').length
      const progress = /Processing login/.test(document.body?.textContent ?? '')
      const last = moments.at(-1)
      if (last?.header === header && last.rows === rows && last.progress === progress) return
      moments.push({ header, rows, progress })
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { moments: Moment[] }).moments)
}

/** Every script that the page has read, by the name of its chunk. */
function recordScripts(page: Page): Map<string, Request> {
  const scripts = new Map<string, Request>()
  page.on('requestfinished', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name !== undefined) scripts.set(name, request)
  })
  return scripts
}

/** Opens the pool and waits until its last board is in the offline cache. */
async function cacheBoard(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/pool')
  await page.getByRole('table', { name: 'Pool standings' }).waitFor()
  await page.clock.fastForward('00:06')
  await eventually(() => page.evaluate(async () => (await (await caches.open('last-board')).keys()).length)).toBe(4)
}

describe('a new tab of a signed-in person', () => {
  it('never shows the header of a stranger nor a step of the sign-in', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { ...asPlayer, chances: true })
    const read = await recordMoments(page)
    for (const path of ['/pool', '/home', '/authentication/login']) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      await page.goto(path)
      await page.getByRole('link', { name: account }).waitFor()
      const moments = await read()
      expect(moments.filter(({ header }) => /Register|Login/.test(header))).toEqual([])
      if (path !== '/authentication/login') expect(moments.filter(({ progress }) => progress)).toEqual([])
    }
  })

  it('reads at most 125 KB of script without an input, and the code of other screens at the first input', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { ...asPlayer, chances: true })
    const scripts = recordScripts(page)
    const likely = ['golfer-content', 'entry-content', 'golfers-screen', 'home-screen', 'results-screen']
    await page.clock.install()
    await page.goto('/pool')
    await page.locator('tbody tr[data-key]').first().waitFor()
    await page.clock.fastForward('00:06')
    await eventually(() => scripts.has('chances-worker')).toBe(true)
    await page.clock.fastForward('05:00')
    // The browser may have some from an earlier test, and none of their bytes are sent.
    const sizes = await Promise.all(
      Array.from(scripts).map(async ([name, request]) =>
        name === 'chances-worker' ? 0 : Number((await request.response())?.headers()['content-length']),
      ),
    )
    const sum = sizes.reduce((bytes, size) => bytes + size, 0)
    expect(sum).toBeGreaterThan(100_000)
    expect(sum).toBeLessThan(maxScriptBytes)
    expect(likely.filter((name) => scripts.has(name))).toEqual([])
    await page.keyboard.press('Tab')
    await eventually(() => likely.every((name) => scripts.has(name))).toBe(true)
  })

  it('shows the last board and its person before the provider has answered, and refreshes it in place', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    const { page, context } = await openPage(instance, asPlayer)
    await cacheBoard(page)
    await page.close()
    const later = await context.newPage()
    const read = await recordMoments(later)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await later.route('**/connect/authorize?**', async (route) => {
      await answered
      await route.continue()
    })
    const asked: string[] = []
    later.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await later.goto('/pool')
    await later.getByRole('table', { name: 'Pool standings' }).waitFor()
    await later.getByRole('link', { name: account }).waitFor()
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
    answer()
    await eventually(() => asked.filter((path) => path.startsWith('/api/leaderboard/')).length).toBeGreaterThan(0)
    const moments = await read()
    expect(moments.filter(({ header }) => /Register|Login/.test(header))).toEqual([])
    const first = moments.findIndex(({ rows }) => rows > 0)
    expect(moments.slice(first).filter(({ rows }) => rows === 0)).toEqual([])
  })

  it('shows the next person nothing of the last one', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page, context } = await openPage(instance, asPlayer)
    await cacheBoard(page)
    await page.close()
    // Another account has signed in on the pages of the provider.
    await context.clearCookies()
    const { context: other } = await openPage(instance, { as: 'newcomer', signedIn: 'at the provider' })
    await context.addCookies(await other.cookies())
    const later = await context.newPage()
    await later.goto('/pool')
    await later.getByRole('link', { name: 'newcomer@example.com' }).waitFor()
    expect(await later.getByText(account).count()).toBe(0)
    expect(await later.evaluate(() => localStorage.getItem('player-pool:last-board'))).toBeNull()
  })
})

it('offline in the first seconds, a page whose code is not here says so, and opens once the network is back', async ({
  shared,
  openPage,
}) => {
  const { page, context } = await openPage(await shared(), {
    as: 'player',
    expect: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|preload CSS/],
  })
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Results for The player' }).waitFor()

  // Nor does a page need a press whose code is here, but not its data.
  await context.route(/\/api\/season/, (route) => route.abort('internetdisconnected'))
  await page.goto('/season')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await context.unroute(/\/api\/season/)
  await context.setOffline(true)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'No connection' }).waitFor({ state: 'detached' })
})
