import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, withAllRows } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Axe checks the other screens in the visits of the other files. */
it('axe finds nothing on the account pages', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 0 })
  const { page } = await openPage(instance, { as: 'player', expect: [/status of 4\d\d/] })
  await page.goto('/Identity/Account/Manage')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  for (const [path, title] of [
    ['ForgotPassword', 'Forgot your password?'],
    ['ResetPassword?code=old', 'This link no longer works'],
    ['Logout', 'Sign out?'],
    ['SignedOut', 'Signed out'],
    ['Nothing', 'Page not found'],
  ]) {
    await page.goto(`/Identity/Account/${path}`)
    await page.getByRole('heading', { name: title ?? '' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  }
})

/** Where the focus went: the name, whether the focus is visible, and which button of the table it is, by line and index. */
type FocusStop = { name: string; isSeen: boolean; button: string | null }

/** Records where the focus goes on this page. Returns a reader of the stops since the last reading. */
async function recordFocus(page: Page): Promise<() => Promise<FocusStop[]>> {
  await page.evaluate(() => {
    const stops: FocusStop[] = []
    Object.assign(window, { stops })
    addEventListener('focusin', () => {
      const focused = document.activeElement ?? document.body
      const styles = [null, '::before', '::after'].map((part) => getComputedStyle(focused, part))
      const isSeen = styles.some((style) => style.outlineStyle !== 'none' && style.outlineWidth !== '0px')
      const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').replace(/\s+/g, ' ').trim()
      const row = focused.matches('table button') ? focused.closest('tr') : null
      const index = Array.from(row?.querySelectorAll('button') ?? []).indexOf(focused as HTMLButtonElement)
      stops.push({ name, isSeen, button: row && `${row.getAttribute('aria-rowindex')} ${index}` })
    })
  })
  return () => page.evaluate(() => (window as unknown as { stops: FocusStop[] }).stops.splice(0))
}

describe('with the keyboard alone', () => {
  it('the first Tab stop skips to the content, and the header follows', async ({ shared, openPage }) => {
    const instance = await shared({ rivals: 0 })
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/pool')
    await boardOf(page, 'Pool standings').waitFor()
    await page.getByRole('link', { name: 'Admin' }).waitFor()
    const readStops = await recordFocus(page)
    for (let stop = 0; stop < 8; stop += 1) await page.keyboard.press('Tab')
    const stops = await readStops()
    for (const { name, isSeen } of stops) expect(isSeen, `the focus on "${name}"`).toBe(true)
    expect(stops.map(({ name }) => name)).toEqual([
      'Skip to content',
      'Player Pool',
      'Pool',
      'Golfers',
      'Results',
      'Admin',
      'power@example.com',
      'Notifications',
    ])
    await page.reload()
    await boardOf(page, 'Pool standings').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  for (const path of ['/pool', '/golfers']) {
    it(`Tab reaches every button on ${path}, with visible focus`, async ({ shared, openPage }) => {
      const instance = await shared({ rivals: 0 })
      const { page } = await openPage(instance, { as: 'player' })
      await page.goto(path)
      await page.getByRole('table').waitFor()
      const readStops = await recordFocus(page)
      const buttonCount = await withAllRows(page, () => page.locator('table button').count())
      expect(buttonCount).toBeGreaterThan(0)
      const seen = new Set<string>()
      for (let presses = 0; presses < 250 && seen.size < buttonCount; presses += 25) {
        for (let press = 0; press < 25; press += 1) await page.keyboard.press('Tab')
        for (const { name, isSeen, button } of await readStops()) {
          expect(isSeen, `the focus on "${name}"`).toBe(true)
          if (button !== null) seen.add(button)
        }
      }
      expect(seen.size).toBe(buttonCount)
    })
  }

  it('links lead from screen to screen, focus starts at the content, and the modal traps it until it is closed', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ rivals: 0 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
    for (const [name, board] of [
      ['Golfers', 'Golfers leaderboard'],
      ['Pool', 'Pool standings'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      await boardOf(page, board).waitFor()
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }

    await boardOf(page, 'Pool standings').locator('tbody').getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').first().waitFor()
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    await eventually(isInside).toBe(true)
    const readStops = await recordFocus(page)
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab')
      await eventually(isInside).toBe(true)
    }
    expect((await readStops()).map(({ name }) => name)).toContain('Close')
    await dialog.getByRole('combobox', { name: 'Round' }).focus()
    await page.keyboard.press('ArrowUp')
    await dialog.getByRole('table', { name: 'Round 1, holes 1 to 9' }).waitFor()
  })
})
