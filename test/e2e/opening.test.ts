import type { Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { eventually, it } from '../support/e2e-test.ts'

/** A new tab of a signed-in person: their session is at the provider only. */
const asPlayer = { as: 'player', signedIn: 'at the provider' } as const

const account = 'player@example.com'

/**
 * The scripts of the page as they are sent, in bytes: those read before the first rows, of which React is 55,000 and the
 * sign-in 6,000, and all that a visit without an input reads, 4,000 for the chances of one's own entries included, but not
 * the script of their worker.
 */
const maxBytes = { first: 107_000, all: 112_000 }

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

/** Nothing is counted that was loaded after the first rows, when the page was idle. */
async function measureFirstScripts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('tbody tr[data-key]') === null) return
      observer.disconnect()
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const sizes = files.filter(({ name }) => name.endsWith('.js')).map(({ encodedBodySize }) => encodedBodySize)
      Object.assign(window, { scriptBytes: sizes.reduce((sum, size) => sum + size, 0) })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { scriptBytes: number }).scriptBytes)
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

/** Opens the pool and waits until its last board is kept in the browser. */
async function keepBoard(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/pool')
  await page.getByRole('table', { name: 'Pool standings' }).waitFor()
  await page.clock.fastForward('00:06')
  await eventually(() => page.evaluate(async () => (await (await caches.open('kept-board')).keys()).length)).toBe(4)
}

describe('a new tab of a signed-in person', () => {
  it('reads no more script before the first rows than is allowed, and never shows the header of a stranger nor a step of the sign-in', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { ...asPlayer, chances: true })
    const measure = await measureFirstScripts(page)
    const read = await recordMoments(page)
    for (const path of ['/pool', '/home', '/authentication/login']) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      await page.goto(path)
      await page.getByRole('link', { name: account }).waitFor()
      if (path === '/pool') {
        await page.locator('tbody tr[data-key]').first().waitFor()
        const first = await measure()
        expect(first).toBeGreaterThan(80_000)
        expect(first).toBeLessThan(maxBytes.first)
      }
      const moments = await read()
      expect(moments.filter(({ header }) => /Register|Login/.test(header))).toEqual([])
      if (path !== '/authentication/login') expect(moments.filter(({ progress }) => progress)).toEqual([])
    }
  })

  it('reads little more script once the page is idle, and the code of other screens and modals at the first input', async ({
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
    await eventually(() => scripts.has('offline-cache-writer') && scripts.has('own-chance')).toBe(true)
    // What the browser reports when the page appears under the pointer.
    await page.locator('body').dispatchEvent('pointermove', { movementX: 0, movementY: 0 })
    await page.clock.fastForward('05:00')
    // The browser may have some from an earlier test, and none of their bytes are sent.
    const sizes = await Promise.all(
      Array.from(scripts).map(async ([name, request]) =>
        name === 'chances-worker' ? 0 : Number((await request.response())?.headers()['content-length']),
      ),
    )
    const sum = sizes.reduce((bytes, size) => bytes + size, 0)
    expect(sum).toBeGreaterThan(100_000)
    expect(sum).toBeLessThan(maxBytes.all)
    expect([...likely, 'oidc-client'].filter((name) => scripts.has(name))).toEqual([])
    await page.keyboard.press('Tab')
    await eventually(() => likely.every((name) => scripts.has(name))).toBe(true)
  })

  it('shows the last board and its person before the provider has answered, and refreshes it in place', async ({
    open,
    openPage,
  }) => {
    const instance = await open()
    const { page, context } = await openPage(instance, asPlayer)
    await keepBoard(page)
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

  it('shows the last board before the app has been read, and to nobody else', async ({ open, openPage }) => {
    const instance = await open()
    const { page, context } = await openPage(instance, asPlayer)
    await keepBoard(page)
    await eventually(() => page.evaluate(() => localStorage.getItem('kept-picture'))).not.toBeNull()
    const drawn = await page.locator('tbody tr').first().textContent()
    await page.close()
    const app = /\/assets\/main-[\w-]+\.js$/
    const later = await context.newPage()
    const { promise: readable, resolve: read } = Promise.withResolvers<void>()
    await later.route(app, async (route) => {
      await readable
      await route.continue()
    })
    await later.goto('/pool', { waitUntil: 'commit' })
    const table = later.getByRole('table', { name: 'Pool standings' })
    await table.waitFor()
    expect(await table.locator('tbody tr').first().textContent()).toBe(drawn)
    await later.getByRole('link', { name: account }).waitFor()
    await later.locator('#board-picture').waitFor({ state: 'attached' })
    const layout = async () => (await table.locator('tbody tr').nth(1).boundingBox())?.y
    const top = await layout()
    read()
    // The app has put its own in its place.
    await later.locator('#board-picture').waitFor({ state: 'detached' })
    expect(await layout()).toBe(top)
    // The app would store its board again.
    await later.goto('/healthz')

    for (const change of [
      () => localStorage.setItem('kept-board-of', 'somebody else'),
      () => localStorage.setItem('kept-board-until', '0'),
    ]) {
      const before = await later.evaluate(() => ({ ...localStorage }))
      await later.evaluate(change)
      const stranger = await context.newPage()
      await stranger.route(app, () => {})
      await stranger.goto('/pool', { waitUntil: 'commit' })
      await stranger.waitForFunction(() => document.readyState !== 'loading')
      expect(await stranger.locator('#root').innerHTML()).toBe('')
      await stranger.close()
      await later.evaluate((stored) => Object.assign(localStorage, stored), before)
    }
  })

  it('shows the next person nothing of the last one', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page, context } = await openPage(instance, asPlayer)
    await keepBoard(page)
    await page.close()
    // Another account has signed in on the pages of the provider.
    await context.clearCookies()
    const { context: other } = await openPage(instance, { as: 'newcomer', signedIn: 'at the provider' })
    await context.addCookies(await other.cookies())
    const later = await context.newPage()
    await later.goto('/pool')
    await later.getByRole('link', { name: 'newcomer@example.com' }).waitFor()
    expect(await later.getByText(account).count()).toBe(0)
    expect(
      await later.evaluate(() => [localStorage.getItem('kept-board-of'), localStorage.getItem('kept-picture')]),
    ).toEqual([null, null])
  })
})
