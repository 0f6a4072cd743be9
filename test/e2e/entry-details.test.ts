import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

it("an entry's details end with sums that can be checked; its link is in a menu, which Escape closes alone", async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'round-2-middle' })
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/pool?entry=1-2')
  const dialog = page.getByRole('dialog', { name: 'The player 2' })
  const golfers = dialog.getByRole('table', { name: 'Golfers of The player 2' })
  await golfers.getByText('The three that count').waitFor()
  await expectSums(golfers)

  const copy = dialog.getByRole('button', { name: 'Copy link' })
  await dialog.getByRole('button', { name: 'More about The player 2' }).click()
  await copy.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await copy.waitFor({ state: 'hidden' })
  expect(await dialog.count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  instance.simulator.advanceTo('final')
  await instance.ask()
  await page.getByText('Final', { exact: true }).first().waitFor()
  await page.goto('/pool?entry=1-2')
  await golfers.getByText('The three that count').waitFor()
  expect(await expectSums(golfers), 'everybody has played the same rounds').toMatch(/^\d{3}$/)
})

/** Compares the last row with the golfers who count, and returns the entry's total. */
async function expectSums(golfers: Locator): Promise<string> {
  const rows = await golfers
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map(({ children }) => Array.from(children, (cell) => cell.textContent ?? '')))
  const counting = rows.filter(([name = '']) => /Tier [A-D], counts/.test(name))
  expect(counting).toHaveLength(3)
  const toNumber = (text = '') => (text === 'E' ? 0 : Number(text))
  const [, today = '', , toPar = '', total = ''] = rows.at(-1) ?? []
  const sumOf = (column: number) =>
    counting
      .map((cells) => toNumber(cells[column]))
      .filter(Number.isFinite)
      .reduce((sum, score) => sum + score, 0)
  expect([toNumber(today), toNumber(toPar)]).toEqual([sumOf(1), sumOf(3)])
  if (counting.some((cells) => cells[4] === '--')) expect(total).toBe('--')
  else expect(Number(total)).toBe(sumOf(4))
  return total
}
