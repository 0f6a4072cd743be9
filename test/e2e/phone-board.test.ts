import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type BoardName, boardOf } from '../support/e2e-board.ts'
import { it } from '../support/e2e-test.ts'

const phone = { width: 390, height: 844 }

/** How many rows are visible from top to bottom without scrolling. */
function countVisibleRows(page: Page, board: BoardName): Promise<number> {
  return boardOf(page, board)
    .locator('tbody tr[data-key]')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
}

/** Whether search and buttons stand in one line, without scrolling sideways. */
function areToolsInLine(page: Page): Promise<boolean> {
  return page.locator('main header search').evaluate(({ parentElement: tools }) => {
    const tops = new Set(Array.from(tools?.children ?? [], (tool) => Math.round(tool.getBoundingClientRect().top)))
    return tops.size === 1 && (tools?.scrollWidth ?? 0) <= (tools?.clientWidth ?? 0)
  })
}

it('on a phone seven entries and ten golfers are visible without scrolling, below all of the own scores', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  await page.setViewportSize(phone)
  await page.goto('/golfers')
  await boardOf(page, 'Golfers leaderboard').waitFor()
  expect(await countVisibleRows(page, 'Golfers leaderboard')).toBeGreaterThanOrEqual(10)
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  expect(await countVisibleRows(page, 'Pool standings')).toBeGreaterThanOrEqual(7)
  for (const name of ['Tiebreakers', 'Chances', 'Pin my entries'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
  expect(await areToolsInLine(page)).toBe(true)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await areToolsInLine(page)).toBe(true)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Pin my entries' }).click()
  const isCovered = await page.getByRole('navigation', { name: 'Your entries' }).evaluate((bar) => {
    const { left, bottom } = bar.getBoundingClientRect()
    return !bar.contains(document.elementFromPoint(left + 100, bottom - 1))
  })
  expect(isCovered).toBe(false)
})

it('the buttons of a modal whose content is longer than the window are visible', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared(), { as: 'player' })
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/golfers')
  await boardOf(page, 'Golfers leaderboard').locator('tbody [data-row-target]').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('table').first().waitFor()
  // A click would scroll the button into view.
  const isVisible = await dialog.getByRole('button', { name: 'Close' }).evaluate((button) => {
    const { left, bottom } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + 10, bottom - 10))
  })
  expect(isVisible).toBe(true)
})
