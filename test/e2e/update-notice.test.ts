import { expect } from 'vitest'
import { contractVersionHeader } from '#contract/contract-version.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

const mainScript = /\/assets\/main-[\w-]+\.js\?_=\d+$/

it('a newer build is announced when the page’s script is gone, until dismissed', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page } = await openPage(instance, { expect: [/status of 404/] })
  await page.clock.install()
  let checks = 0
  await page.route(mainScript, (route) => {
    checks += 1
    return route.fulfill({ status: 404 })
  })
  await page.goto('/authentication/logged-out')
  await page.getByText('You successfully logged out!').waitFor()
  await page.clock.fastForward('00:06')
  const notice = page.getByText('Update Available!')
  await notice.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.clock.fastForward('29:00')
  expect(checks).toBe(1)
  await page.clock.fastForward('01:00')
  await notice.waitFor()
  expect(checks).toBe(2)
  await page.unroute(mainScript)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await notice.waitFor({ state: 'detached' })
})

it('a response of another contract version announces the newer build, and the board keeps its last scores', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  await page.clock.install()
  await page.goto('/pool')
  const board = page.getByRole('table', { name: 'Pool standings' })
  await board.waitFor()
  // How many rows are drawn depends on the window.
  const readRows = async () => (await board.locator('tbody tr').allTextContents()).slice(0, 5)
  const rows = await readRows()
  await page.route('**/api/leaderboard/*', (route) =>
    route.fulfill({ json: { version: 1e6, scores: [] }, headers: { [contractVersionHeader]: 'newer' } }),
  )
  await page.clock.fastForward('01:05')
  await page.getByText('Update Available!').waitFor()
  expect(await readRows()).toEqual(rows)
})
