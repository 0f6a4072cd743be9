import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openAdminSection } from '../support/e2e-admin.ts'
import { boardOf } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Holds the responses to some paths back. Returns how often they were asked for, and what releases them. */
async function hold(page: Page, path: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  await page.route(
    ({ pathname }) => (typeof path === 'string' ? pathname === path : path.test(pathname)),
    async (route) => {
      asked += 1
      await promise
      await route.continue()
    },
  )
  return { asked: () => asked, release: resolve }
}

describe('while a response does not come, the screen says that it is loading, and then goes on', () => {
  it('scores', async ({ shared, openPage }) => {
    const instance = await shared()
    const path = `/api/leaderboard/${instance.tournamentId}`
    for (const [address, ready] of [
      ['/pool', 'Pool standings'],
      ['/golfers', 'Golfers leaderboard'],
      ['/pool?view=wall', 'Pool standings'],
      ['/home', null],
      ['/results', null],
    ] as const) {
      const session = await openPage(instance, { as: 'player' })
      const { page } = session
      const { asked, release } = await hold(page, path)
      await page.goto(address)
      await page.getByText('Loading scores', { exact: true }).waitFor()
      await eventually(asked).toBeGreaterThan(0)
      expect(await page.getByText(/No connection|No scores yet/).count()).toBe(0)
      release()
      await page.getByText(/^Updated \d/).waitFor()
      if (ready !== null) await boardOf(page, ready).getByRole('rowheader').first().waitFor()
      // The request that began with the page is the one whose response is shown.
      expect(asked(), address).toBe(1)
      await session.close()
    }
  })

  it('the tournament of the home page', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    const { release } = await hold(page, `/api/tournament/${instance.tournamentId}`)
    await page.goto('/home')
    await page.getByText('Loading scores', { exact: true }).waitFor()
    release()
    await page.getByText(/^Updated \d/).waitFor()
  })

  it('a scenario', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    const { asked, release } = await hold(page, `/api/leaderboard/${instance.tournamentId}`)
    await page.goto('/pool?what-if=')
    await page.getByText('What if · not the real scores').waitFor()
    await eventually(asked).toBeGreaterThan(0)
    expect(await page.getByText(/No scores yet|once there are scores/).count()).toBe(0)
    release()
    await page.getByRole('region', { name: 'Final scores' }).waitFor()
  })

  it('groups', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared(), { as: 'player' })
    const { release } = await hold(page, '/api/user')
    await page.goto('/groups')
    await page.getByRole('status').getByText('Loading').waitFor()
    release()
    await page.getByText('You’re in no group yet.').waitFor()
  })

  for (const [address, path, ready] of [
    ['/season/new', '/api/season/places', 'New season'],
    ['/notifications', '/api/notices', 'Notifications'],
  ] as const) {
    it(`the query of ${address}`, async ({ shared, openPage }) => {
      const { page } = await openPage(await shared(), { as: 'admin' })
      const { asked, release } = await hold(page, path)
      await page.goto(address)
      await eventually(asked).toBe(1)
      await page.getByRole('status').getByText('Loading', { exact: true }).waitFor()
      release()
      await page.getByRole('heading', { level: 1, name: ready }).waitFor()
    })
  }

  it('results: the tournament under way', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    const { release } = await hold(page, `/api/tournament/${instance.tournamentId}`)
    await page.goto('/results')
    await page.getByRole('status').getByText('Loading the current tournament').waitFor()
    release()
    await page.getByRole('table', { name: 'Entries' }).waitFor()
  })

  it('the entry on the home page before the start', async ({ shared, openPage }) => {
    const instance = await shared({ startAt: 'scheduled', startsInMs: 60 * 60_000 })
    const { page } = await openPage(instance, { as: 'player' })
    const { release } = await hold(page, `/api/tournament/${instance.tournamentId}`)
    await page.goto('/home')
    await page.getByRole('status').getByText('Loading your entry').waitFor()
    release()
    await page.getByRole('link', { name: /your entry$/ }).waitFor()
    expect(await page.getByText('Loading your entry').count()).toBe(0)
  })

  it('every section of the admin page', async ({ shared, openPage }) => {
    const instance = await shared()
    for (const [path, folded] of [
      ['/api/tournament/current', null],
      ['/api/tournament/all', null],
      [`/api/leaderboard/${instance.tournamentId}`, null],
      [`/api/admin/invitations/${instance.tournamentId}`, 'Invitations'],
      ['/api/admin/webhooks', 'Chat posts'],
      ['/api/admin/users', null],
    ] as const) {
      const session = await openPage(instance, { as: 'admin' })
      const { page } = session
      const { asked, release } = await hold(page, path)
      await page.goto('/admin')
      await eventually(asked, path).toBeGreaterThan(0)
      if (folded !== null) await openAdminSection(page, folded)
      const loading = page.getByRole('main').getByRole('status').getByText('Loading', { exact: true })
      await loading.first().waitFor()
      release()
      await eventually(() => loading.count(), path).toBe(0)
      await session.close()
    }
  })
})

describe('while the code behind a button does not come, the screen says that it is loading, and then goes on', () => {
  it('the menu of the board', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared(), { as: 'player' })
    const { release } = await hold(page, /pool-menu-items-.*[.]js$/)
    await page.goto('/pool')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor()
    release()
    await page.getByRole('button', { name: 'Charts' }).waitFor()
  })

  it('all dialogs, also those of a menu', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared(), { as: 'player' })
    const { release } = await hold(page, /modal-dialog-.*[.]js$/)
    await page.goto('/pool')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'On television' }).click()
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor()
    release()
    await page.getByRole('dialog', { name: 'On television' }).getByText('Wall display').first().waitFor()
    expect(await page.getByText('Loading', { exact: true }).count()).toBe(0)
  })

  for (const [name, code, ready, isInMenu] of [
    ['How scoring works', 'scoring-rules', 'scoring', false],
    ['Why?', 'place-changes', 'Last hour', false],
    ['Charts', 'progress-view', null, true],
    ['Recap', 'round-recap', null, true],
    ['On television', 'on-television', 'Wall display', true],
  ] as const) {
    it(name, async ({ shared, openPage }) => {
      const { page } = await openPage(await shared(), { as: 'player', chances: true })
      const { asked, release } = await hold(page, new RegExp(`/${code}-.*[.]js$`))
      await page.goto('/pool')
      if (isInMenu) await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name, exact: true }).click()
      await eventually(asked).toBe(1)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('status').getByText('Loading', { exact: true }).waitFor()
      release()
      if (ready !== null) await dialog.getByText(ready).first().waitFor()
      await eventually(() => dialog.getByText('Loading', { exact: true }).count()).toBe(0)
    })
  }

  it('Chances, and how good they are', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared(), { as: 'player', chances: true })
    const view = await hold(page, /chances-board-.*[.]js$/)
    const record = await hold(page, /track-record-(?!button).*[.]js$/)
    await page.goto('/pool')
    await page.getByRole('button', { name: 'Chances', exact: true }).click()
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor()
    view.release()
    await page.getByRole('button', { name: 'How good are these numbers?' }).click()
    const dialog = page.getByRole('dialog', { name: 'How good are these numbers?' })
    await dialog.getByRole('status').getByText('Loading', { exact: true }).waitFor()
    record.release()
    await dialog.getByRole('table', { name: /^Top 3/ }).waitFor()
  })

  it('Replay', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared(), { as: 'player' })
    const { asked, release } = await hold(page, /replay-bar-.*[.]js$/)
    await page.goto('/pool')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await eventually(asked).toBe(1)
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor()
    release()
    await page.getByRole('region', { name: 'Replay' }).waitFor()
  })
})
