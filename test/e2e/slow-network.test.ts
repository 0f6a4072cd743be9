import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { boardOf } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Holds the responses to one path back. Returns how often it was asked, and what releases them. */
async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  await page.route(
    (url) => url.pathname === path,
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
})
