import type { Locator, Page } from 'playwright-core'
import type { Golfer } from '#domain/field/field.ts'
import { noValue } from '#domain/field/field.ts'

export type BoardName = 'Pool standings' | 'Golfers leaderboard' | 'What if'

export function boardOf(page: Page, name: BoardName): Locator {
  return page.getByRole('table', { name })
}

/** The text of each row's cells as a screen reader reads it, without the spacer rows. */
export async function readRows(page: Page, name: BoardName): Promise<string[][]> {
  const board = boardOf(page, name)
  const read = () =>
    board.evaluateAll((tables) =>
      // A board draws its first rows first.
      tables.some((table) => table.querySelector('tbody[aria-busy]') !== null)
        ? null
        : tables.flatMap((table) =>
            Array.from(table.querySelectorAll('tbody tr:not([aria-hidden])'), (row) =>
              Array.from(row.children, (cell) => cell.textContent ?? ''),
            ),
          ),
    )
  let rows = await read()
  while (rows === null) {
    await board.locator('tbody[aria-busy]').waitFor({ state: 'detached' })
    rows = await read()
  }
  return rows.map((row) => row.map(toPlainText))
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
