import { expect } from 'vitest'
import { importResults } from '#built/harness.mjs'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf } from '../support/e2e-board.ts'
import { it } from '../support/e2e-test.ts'

it('an imported tournament is in the results, and its boards say which data are not available', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  const { email } = await instance.account('player')
  const file = `Tournament,Start,Name,Email,Entry 1,Entry 2,Entry 3\nOld Open,2019-04-11,Pat,${email},2,T5,--`
  await importResults(instance.app, new TextEncoder().encode(file), { fileName: 'earlier.csv' })
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/results')
  const row = page.getByRole('row', { name: /Old Open/ })
  await row.waitFor()
  expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '5', '-- disqualified'])

  await row.getByRole('link', { name: 'Old Open' }).click()
  await page.getByRole('heading', { name: 'Old Open' }).waitFor()
  const main = page.locator('main')
  await main.getByText('April 11, 2019').waitFor()
  await main.getByText('Picks and scores for this tournament aren’t available.').waitFor()
  const places = main.getByRole('table', { name: 'Final places' }).getByRole('row')
  await places.nth(1).waitFor()
  expect((await places.allTextContents()).slice(1)).toEqual([expect.stringMatching(/^2/)])
  expect(await page.title()).toBe('Old Open - Player Pool')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(page.url().replace('/pool/', '/golfers/'))
  await main.getByText('Picks and scores for this tournament aren’t available.').waitFor()

  await page.getByRole('button', { name: 'Other tournaments' }).click()
  await page.getByRole('dialog').getByRole('link', { name: instance.simulator.name }).click()
  await boardOf(page, 'Golfers leaderboard').waitFor()
})
