import type { Locator, Page } from 'playwright-core'
import { type Golfer, noValue } from '#domain/field/field.ts'

export type BoardName = 'Pool standings' | 'Golfers leaderboard' | 'What if'

export function boardOf(page: Page, name: BoardName): Locator {
  // A board is hidden from screen readers while a dialog is open, but still there.
  return page.getByRole('table', { name, includeHidden: true })
}

/** Runs `read` while the boards of the page render all rows, as for printing, and not only those near the window. */
export async function withAllRows<T>(page: Page, read: () => Promise<T>): Promise<T> {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  try {
    return await read()
  } finally {
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  }
}

/** The text of each row's cells as a screen reader reads it, of all rows. */
export async function readRows(page: Page, name: BoardName): Promise<string[][]> {
  const rows = await withAllRows(page, () =>
    boardOf(page, name)
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''))),
  )
  return rows.map((row) => row.map(toPlainText))
}

/** The ids of all rows that match. */
export function readIds(page: Page, selector: string): Promise<string[]> {
  return withAllRows(page, () => page.locator(selector).evaluateAll((rows) => rows.map(({ id }) => id)))
}

/** Opens "…", the menu with what a board needs less often. */
export async function openBoardMenu(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
}

/** Scrolls to a row that may be far from the window. */
export async function scrollToRow(page: Page, selector: string): Promise<Locator> {
  const row = page.locator(selector)
  await withAllRows(page, () => row.evaluate((element) => element.scrollIntoView({ block: 'center' })))
  await row.waitFor()
  return row
}

export async function readColumns(page: Page, name: BoardName): Promise<string[]> {
  return (await boardOf(page, name).getByRole('columnheader').allTextContents()).map(toPlainText)
}

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
})

/** A golfer's progress as the boards show it to a viewer in New York. */
export function toThruText({ thru, teeTime }: Pick<Golfer, 'thru' | 'teeTime'>): string {
  if (thru !== noValue || teeTime === null) return thru
  return toPlainText(clock.format(new Date(teeTime)))
}

/** Collapses white space of all kinds. */
export function toPlainText(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
