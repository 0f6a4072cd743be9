import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf } from '../support/e2e-board.ts'
import type { TestInstanceOptions } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { startWithdrawingFeed } from '../support/withdrawing-feed.ts'

async function openScorecard(page: Page): Promise<void> {
  await page.getByRole('table').locator('tbody').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('table').first().waitFor()
}

describe('axe finds nothing', () => {
  const early: TestInstanceOptions = { startAt: 'scheduled', startsInMs: 60 * 60_000 }

  it('on the home page: before the start, during the tournament, after its end', async ({ open, openPage }) => {
    const instance = await open(early)
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/home')
    await page.getByRole('link', { name: 'Edit your entry' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    const live = await open()
    const { page: later } = await openPage(live, { as: 'player' })
    await later.goto('/home')
    await later.getByRole('link', { name: 'Leaderboard' }).waitFor()
    expect(await findAxeViolations(later)).toEqual([])
    await live.end()
    await later.reload()
    await later.getByText('The tournament is over. Please check back later.').waitFor()
    expect(await findAxeViolations(later)).toEqual([])
  })

  it('on the pool before the start, with an entry and without', async ({ shared, openPage }) => {
    const instance = await shared(early)
    for (const as of ['player', 'newcomer'] as const) {
      const { page } = await openPage(instance, { as })
      await page.goto('/pool')
      await page.getByRole('region', { name: 'Entered' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
    }
  })

  it('on the pool: live, with tiebreakers, and while the feed is down', async ({ open, openPage }) => {
    const instance = await open({ startAt: 'round-3' })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await boardOf(page, 'Pool standings').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Tiebreakers' }).click()
    instance.simulator.faults.set('stopped')
    await instance.ask()
    await page.getByText('Showing scores from').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the pool when it is final', async ({ shared, reuseTab }) => {
    const instance = await shared({ startAt: 'final' })
    const { page } = await reuseTab(instance, { as: 'player' })
    await page.goto('/pool')
    await page.getByText('Final. Scores are no longer updated.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the golfers leaderboard with its cut line and a marked golfer', async ({ shared, reuseTab }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'player' })
    await page.goto('/golfers')
    await boardOf(page, 'Golfers leaderboard').waitFor()
    await openScorecard(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const cut = await page
      .getByRole('row', { name: /^Projected Cut/ })
      .evaluate((row) => Array.from(row.parentElement?.children ?? []).indexOf(row))
    const others = `:nth-child(n+12):not(:nth-child(n+${cut - 1}):nth-child(-n+${cut + 3}))`
    expect(await findAxeViolations(page, [`tbody tr${others}`])).toEqual([])
  })

  it('on a scorecard', async ({ shared, reuseTab }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'player' })
    await page.goto('/pool')
    await openScorecard(page)
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the tournament form: empty, with invalid fields, with warnings and errors, and with its calendar', async ({
    shared,
    reuseTab,
  }) => {
    const instance = await shared({ startAt: 'scheduled', withoutTournament: true })
    const { page } = await reuseTab(instance, { as: 'power' })
    await page.goto('/tournament/new')
    await page.getByRole('heading', { name: 'Create Tournament' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Enter a question.').first().waitFor()
    await page.getByLabel('Tournament Id').fill(instance.simulator.eventId)
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByText(`Found: ${instance.simulator.name}`).waitFor()
    const [first = { name: '' }, second = { name: '' }, third = { name: '' }] = instance.simulator.listGolfers()
    for (const tier of ['A', 'B', 'C', 'D']) {
      const names = [first.name, second.name.replace(' ', ''), third.name.slice(0, 4), 'Zz Qq']
      await page.getByLabel(`Tier ${tier}`).fill(names.join('\n'))
    }
    await page.getByLabel('Name', { exact: true }).focus()
    await page.getByText(/golfers in the field are not in any tier/).waitFor()
    // A few of the hundred missing golfers are enough.
    expect(await findAxeViolations(page, ['[data-dense] > :nth-child(n+5)'])).toEqual([])
    await page.getByRole('button', { name: 'Choose a date' }).click()
    await page.getByRole('dialog', { name: 'Calendar' }).waitFor()
    expect(await findAxeViolations(page, ['[data-dense] > :nth-child(n+5)'])).toEqual([])
  })

  it('on the tournament form with entries, and for an unknown tournament', async ({ shared, reuseTab }) => {
    const instance = await shared(early)
    const { page } = await reuseTab(instance, { as: 'power', expect: [/status of 404/] })
    await page.goto('/tournament/new')
    await page.getByRole('heading', { name: `${instance.simulator.name} is active` }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto(`/tournament/edit/${instance.tournamentId}`)
    await page.getByText('golfers in the field are listed').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/tournament/edit/999')
    await page.getByRole('heading', { name: 'Tournament not found' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the admin screen before the start, with a withdrawn golfer, and in its dialogs', async ({
    open,
    openPage,
  }) => {
    const feed = await startWithdrawingFeed()
    try {
      const instance = await open({ ...early, feedUrl: feed.url, rivals: 0 })
      feed.withdraw(instance.simulator.listGolfers()[0]?.espnId ?? '', 'WD')
      const { page } = await openPage(instance, { as: 'admin' })
      await page.goto('/admin')
      await page.getByRole('table', { name: 'Withdrawn golfers' }).waitFor()
      await page.getByRole('table', { name: 'Users' }).waitFor()
      await page.getByRole('button', { name: 'Remind The admin' }).click()
      await page.getByText('1 reminder is being sent.').waitFor()
      await page.locator('summary').first().click()
      expect(await findAxeViolations(page)).toEqual([])
      await page.getByRole('button', { name: /^End / }).click()
      await page.getByText('The tournament hasn’t started.').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
    } finally {
      await feed.close()
    }
  })

  it('on the admin screen during the tournament, with selected users, and in its dialogs', async ({
    shared,
    reuseTab,
  }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'admin', expect: [/status of 500/] })
    await page.goto('/admin')
    for (const name of ['Select The player', 'Select The admin']) await page.getByRole('checkbox', { name }).check()
    expect(await findAxeViolations(page)).toEqual([])
    for (const [name, text] of [
      [/^Merge$/, 'Admins and power users can’t be merged.'],
      [/^End /, 'The event is not over.'],
      [/^Email List for /, 'Email everyone'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.getByText(text).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await page.route('**/api/admin/*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Clear Server Cache' }).click()
    await page.getByText('There was an error clearing the server cache.').waitFor()
    await page.getByText('Couldn’t refresh the users. This list may be out of date.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the messages of the sign-in', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance)
    for (const [path, text] of [
      ['login-failed?message=Could%20not%20load%20settings', 'Could not load settings'],
      ['login-callback?code=a&state=b', 'There was an error signing in.'],
      ['login?returnUrl=//evil.example', 'Invalid return url.'],
      ['logout', 'The logout was not initiated from within the page.'],
      ['logout-callback?state=unknown', 'Sign-out failed'],
      ['logged-out', 'You successfully logged out!'],
      ['nonsense', 'Invalid action'],
    ]) {
      await page.goto(`/authentication/${path}`)
      await page
        .getByText(text ?? '')
        .first()
        .waitFor()
      expect(await findAxeViolations(page)).toEqual([])
    }
  })

  it('on the pages for unknown addresses', async ({ shared, reuseTab }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'player', expect: [/status of 404/] })
    for (const [path, text] of [
      ['/pool/999', 'Not found'],
      ['/no/such/page', 'Out of bounds'],
    ]) {
      await page.goto(path ?? '')
      await page.getByRole('heading', { name: text ?? '' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
    }
  })

  it('on the sign-in and registration pages, with and without errors', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { expect: [/status of 4\d\d/] })
    await page.goto('/pool')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong email or password.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your name.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('on the account pages', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player', expect: [/status of 4\d\d/] })
    await page.goto('/Identity/Account/Manage')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not your current password.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    for (const [path, title] of [
      ['ForgotPassword', 'Forgot your password?'],
      ['ResetPassword?code=old', 'This link no longer works'],
      ['SecondFactor', 'Turn on the second factor'],
      ['Logout', 'Sign out?'],
      ['SignedOut', 'Signed out'],
      ['Nothing', 'Page not found'],
    ]) {
      await page.goto(`/Identity/Account/${path}`)
      await page.getByRole('heading', { name: title ?? '' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
    }
  })
})

/** The focused element: its name, whether its focus is visible, and its index among the buttons of the table. */
function readFocus(page: Page): Promise<{ name: string; isSeen: boolean; buttonIndex: number }> {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body
    const styles = [null, '::before', '::after'].map((part) => getComputedStyle(focused, part))
    const isSeen = styles.some((style) => style.outlineStyle !== 'none' && style.outlineWidth !== '0px')
    const name = focused === document.body ? '' : (focused.getAttribute('aria-label') ?? focused.textContent ?? '')
    const buttonIndex = Array.from(document.querySelectorAll('table button')).indexOf(focused)
    return { name: name.replace(/\s+/g, ' ').trim(), isSeen, buttonIndex }
  })
}

describe('with the keyboard alone', () => {
  it('the first Tab stop skips to the content, and the header follows', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/pool')
    await boardOf(page, 'Pool standings').waitFor()
    await page.getByRole('link', { name: 'Admin' }).waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = await readFocus(page)
      expect(isSeen, `the focus on "${name}"`).toBe(true)
      stops.push(name)
    }
    expect(stops).toEqual([
      'Skip to content',
      'Player Pool',
      'power@example.com',
      'Logout',
      'Pool',
      'Golfers',
      'Results',
      'Admin',
    ])
    await page.reload()
    await boardOf(page, 'Pool standings').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  for (const path of ['/pool', '/golfers']) {
    it(`Tab reaches every button on ${path}, with visible focus`, async ({ shared, reuseTab }) => {
      const instance = await shared({ rivals: 0 })
      const { page } = await reuseTab(instance, { as: 'player' })
      await page.goto(path)
      await page.getByRole('table').waitFor()
      const buttonCount = await page.getByRole('table').getByRole('button').count()
      expect(buttonCount).toBeGreaterThan(0)
      const seen = new Set<number>()
      for (let stop = 0; stop < 250 && seen.size < buttonCount; stop += 1) {
        await page.keyboard.press('Tab')
        const { name, isSeen, buttonIndex } = await readFocus(page)
        expect(isSeen, `the focus on "${name}"`).toBe(true)
        if (buttonIndex >= 0) seen.add(buttonIndex)
      }
      expect(seen.size).toBe(buttonCount)
    })
  }

  it('links lead from screen to screen, and focus starts at the content', async ({ shared, reuseTab }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'player' })
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
  })

  it('the modal traps focus until it is closed', async ({ shared, reuseTab }) => {
    const instance = await shared()
    const { page } = await reuseTab(instance, { as: 'player' })
    await page.goto('/pool')
    await openScorecard(page)
    const dialog = page.getByRole('dialog')
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
    await eventually(isInside).toBe(true)
    const names = new Set<string>()
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab')
      await eventually(isInside).toBe(true)
      names.add((await readFocus(page)).name)
    }
    expect(names).toContain('Close')
    await dialog.getByRole('combobox', { name: 'Round' }).focus()
    await page.keyboard.press('ArrowUp')
    await dialog.getByRole('table', { name: 'Round 1, holes 1 to 9' }).waitFor()
  })
})
