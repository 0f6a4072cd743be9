import { expect } from 'vitest'
import { routePaths } from '#contract/paths.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

// Every session fails on a violation of the page's policy.
it('the API documentation is styled, fits a phone and leads to its calls and schemas', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared(), { viewport: { width: 390, height: 800 } })
  await page.goto(routePaths.apiDocs)
  expect(
    await page
      .locator('article')
      .first()
      .evaluate((article) => getComputedStyle(article).display),
  ).toBe('grid')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByText('Calls', { exact: true }).click()
  await page.getByRole('link', { name: "The golfers' scores" }).click()
  const call = page.locator('article:target')
  await call.getByRole('heading', { name: "The golfers' scores" }).waitFor()
  await call.getByRole('link', { name: 'Leaderboard', exact: true }).click()
  await page.locator('#schema-Leaderboard:target').getByRole('link', { name: 'Golfer', exact: true }).waitFor()
  expect(await findAxeViolations(page, ['section article:nth-of-type(n+2)'])).toEqual([])
})
