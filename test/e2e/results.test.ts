import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { standingsOfUser } from '#domain/standings/standings.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { toPlainText } from '../support/e2e-board.ts'
import { it } from '../support/e2e-test.ts'

/** The counts by their labels. */
async function readCounts(page: Page): Promise<Record<string, string>> {
  const terms = await page.locator('dl dt').allTextContents()
  const figures = await page.locator('dl dd').allTextContents()
  return Object.fromEntries(terms.map((term, index) => [term, figures[index] ?? '']))
}

it('a player’s results are counted, tournaments link to their pools, and the most picked golfers are named', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'final', rivals: 4 })
  await instance.end()
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/results')
  await page.getByRole('heading', { name: 'Results for The player', exact: true }).waitFor()
  expect(await readCounts(page)).toEqual({
    'First Place Finishes': '0',
    'Second Place Finishes': '0',
    'Tournaments Finished Top 5': '1',
    'Tournaments Finished Top 10': '1',
    'Average Place': '3.0',
  })
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Tournament',
    'Entry 1',
    'Entry 2',
    'Entry 3',
  ])
  const cells = (await page.getByRole('cell').allTextContents()).map(toPlainText)
  expect(cells).toEqual(['-- disqualified', '3', '-- disqualified'])
  const picked = page.getByRole('region', { name: 'Most Picked' }).getByRole('listitem')
  expect(await picked.first().textContent()).toMatch(/^.+ \([1-3]\)$/)
  expect(await page.title()).toBe('Results for The player - Player Pool')
  expect(await findAxeViolations(page)).toEqual([])
  // A phone with the text at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: instance.simulator.name }).click()
  await page.waitForURL(`**/pool/${instance.tournamentId}`)
  await page.goBack()
  await page.getByRole('link', { name: 'picks of entry 2' }).click()
  await page.waitForURL(`**/pool/${instance.tournamentId}?entry=of-1-2`)
  await page.getByRole('dialog', { name: 'The player 2' }).waitFor()
  // An entry's name on the pool leads back.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go to Entry 1' }).click()
  await page.getByRole('link', { name: 'The player 1' }).click()
  await page.waitForURL('**/results/1')
  await page.getByRole('heading', { name: 'Results for The player', exact: true }).waitFor()
})

it('the entries of the tournament being played come first, with links to their picks', async ({ shared, openPage }) => {
  const instance = await shared()
  const { standings, userId } = await instance.now()
  const { page } = await openPage(instance, { as: 'newcomer' })
  await page.goto(`/results/${userId}`)
  const current = page.getByRole('region', { name: instance.simulator.name })
  for (const { entryNumber, position } of standingsOfUser(standings, userId))
    await current
      .getByRole('row')
      .filter({ hasText: `Entry ${entryNumber}` })
      .getByText(position, { exact: true })
      .waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await current.getByRole('link', { name: 'Entry 2' }).click()
  await page.getByRole('dialog', { name: 'The player 2' }).waitFor()
})

it('without results the page says when they will appear', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'newcomer' })
  await page.goto('/results')
  await page.getByRole('heading', { name: 'Results for The newcomer', exact: true }).waitFor()
  await page.getByText('No results yet.').waitFor()
  expect(await readCounts(page)).toEqual({})
  expect(await page.getByRole('table').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
})

it('an unknown player and a failing server have different messages', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player', expect: [/status of (404|500)/] })
  for (const path of ['/results/999', '/results/nobody', '/results/0']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Player not found' }).waitFor()
  }
  await page.route('**/api/results/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.goto('/results')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Results for The player', exact: true }).waitFor()
})

it('all picks come first, and what can be checked is folded below them', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto(`/picks/${instance.tournamentId}`)
  await page
    .getByRole('table', { name: 'All picks' })
    .getByRole('row', { name: /^The player 1 / })
    .waitFor()
  const seal = page.getByText(/^The seal of the pool: \w+ \w+ \w+ \w+/)
  expect(await seal.isVisible()).toBe(false)
  await page.locator('summary', { hasText: 'How can I check this?' }).click()
  await seal.waitFor()
  await page.getByRole('button', { name: 'Download the bundle' }).waitFor()
  await page.getByRole('textbox', { name: 'Your receipt, or the email with it' }).fill('not a receipt')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('status').getByText('There is no receipt in this text.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
})
