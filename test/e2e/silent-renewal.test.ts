import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, it } from '../support/e2e-test.ts'

/** The tab signs in silently, as a new tab does. */
const asPlayer = { as: 'player', signedIn: 'at the provider' } as const

/** Tokens live for ten minutes and are renewed one minute before they expire. */
const toRenewal = '09:05'

/** The sign-in library stores the tab's user in the session storage. */
function tokenOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))
    const storedUser: unknown = JSON.parse((key !== undefined && sessionStorage.getItem(key)) || 'null')
    if (typeof storedUser !== 'object' || storedUser === null || !('access_token' in storedUser)) return undefined
    return String(storedUser.access_token)
  })
}

const settledPages = new WeakSet<Page>()

/** Notes when a page has settled. On a busy machine it does before the test asks for it. */
function watchSettling(page: Page): void {
  page.on('request', (request) => {
    if (/\/assets\/main-.*\?_=/.test(request.url())) settledPages.add(page)
  })
}

/** Renewal is scheduled once a page has settled, after five seconds. The tabs of a browser share one clock. */
async function settle(page: Page, ...others: Page[]): Promise<void> {
  let polls = 0
  // The timer may not have been set at the first attempt. Too many would reach the next renewal.
  await eventually(async () => {
    if (polls % 10 === 0) await page.clock.fastForward('00:06')
    polls += 1
    return [page, ...others].every((tab) => settledPages.has(tab))
  }).toBe(true)
}

it('the token is renewed before it expires, for the same user with a new nonce, and the page keeps its scroll position and focus', async ({
  shared,
  openPage,
}) => {
  const instance = await shared({ rivals: 20 })
  const { page } = await openPage(instance, asPlayer)
  const asked: URLSearchParams[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/connect/authorize') asked.push(searchParams)
    else scripts.push(pathname)
  })
  watchSettling(page)
  await page.clock.install()
  await page.goto('/pool')
  // Below the window; rows farther away are not rendered.
  const row = page.getByRole('table').locator('[data-key]').nth(11)
  await row.getByRole('button').first().focus()
  await row.scrollIntoViewIfNeeded()
  const scrollTop = await page.evaluate(() => scrollY)
  expect(scrollTop).toBeGreaterThan(0)
  await settle(page)
  for (const times of [2, 3]) {
    const token = await tokenOf(page)
    await page.clock.fastForward(toRenewal)
    await eventually(() => tokenOf(page)).not.toBe(token)
    expect(asked).toHaveLength(times)
  }
  const [first, ...renewals] = asked
  expect(renewals.map((query) => query.get('prompt'))).toEqual(['none', 'none'])
  expect(first?.get('id_token_hint')).toBeNull()
  expect(renewals.map((query) => query.get('id_token_hint'))).not.toContain(null)
  expect(new Set(asked.map((query) => query.get('nonce'))).size).toBe(3)
  expect(asked.every((query) => query.get('code_challenge_method') === 'S256')).toBe(true)
  // The browser's own SHA-256 is used where there is one.
  expect(scripts.filter((path) => /insecure-context/.test(path))).toEqual([])
  expect(await page.evaluate(() => scrollY)).toBe(scrollTop)
  expect(
    await row
      .getByRole('button')
      .first()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  expect(page.url()).toBe(`${instance.url}/pool`)
})

it('two tabs that renew concurrently both stay signed in', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page, context } = await openPage(instance, asPlayer)
  await context.clock.install()
  const second = await context.newPage()
  for (const tab of [page, second]) {
    watchSettling(tab)
    await tab.goto('/pool')
    await tab.getByRole('table').waitFor()
  }
  const tokens = [await tokenOf(page), await tokenOf(second)]
  await settle(page, second)
  await context.clock.fastForward(toRenewal)
  await eventually(() => tokenOf(page)).not.toBe(tokens[0])
  await eventually(() => tokenOf(second)).not.toBe(tokens[1])
  for (const tab of [page, second]) {
    await tab.getByRole('link', { name: 'Golfers' }).click()
    await tab.getByRole('table', { name: 'Golfers leaderboard' }).waitFor()
    await tab.getByRole('link', { name: 'player@example.com' }).waitFor()
  }
})

const inAnHour = { startAt: 'scheduled', startsInMs: 60 * 60_000 } as const
const [firstQuestion, secondQuestion] = ['What will the winning score be?', 'How many golfers will make the cut?']

/** Fills in two golfers, one answer and half of another, and leaves the cursor there. */
async function fillHalfOfForm(page: Page) {
  const golfers = page.getByRole('combobox')
  for (const place of [0, 5]) {
    await golfers.nth(place).click()
    await page.getByRole('option').nth(place).click()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
  }
  await page.getByLabel(firstQuestion).fill('-17')
  const last = page.getByLabel(secondQuestion)
  await last.pressSequentially('64 or')
  return {
    last,
    read: async () => ({
      golfers: await golfers.allTextContents(),
      answers: [await page.getByLabel(firstQuestion).inputValue(), await last.inputValue()],
    }),
  }
}

it('a renewal does not disturb typing in a form, which is restored after an expired session and a new sign-in', async ({
  shared,
  openPage,
}) => {
  const instance = await shared(inAnHour)
  const { page, context } = await openPage(instance, { ...asPlayer, as: 'newcomer' })
  watchSettling(page)
  await page.clock.install()
  await page.goto('/entry/new')
  const { last, read } = await fillHalfOfForm(page)
  const before = await read()
  const token = await tokenOf(page)
  await settle(page)
  await page.clock.fastForward(toRenewal)
  await eventually(() => tokenOf(page)).not.toBe(token)
  expect(await read()).toEqual(before)
  expect(await last.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type(' 65')
  expect(await last.inputValue()).toBe('64 or 65')

  const typed = await read()
  await context.clearCookies()
  await page.clock.fastForward(toRenewal)
  await page.getByText('Your session has expired. You can keep reading this page; sign in again to continue.').waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  const { email, password } = await instance.account('newcomer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel(secondQuestion).waitFor()
  const after = {
    golfers: await page.getByRole('combobox').allTextContents(),
    answers: [await page.getByLabel(firstQuestion).inputValue(), await page.getByLabel(secondQuestion).inputValue()],
  }
  expect(after).toEqual(typed)
  expect(page.url()).toBe(`${instance.url}/entry/new`)
})
