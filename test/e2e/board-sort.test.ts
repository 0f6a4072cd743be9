import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Standing, standingAt } from '#domain/standings/standings.ts'
import { type BoardName, boardOf, openBoardMenu, readRows } from '../support/e2e-board.ts'
import type { InstanceState } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

const readNames = async (page: Page) =>
  (await readRows(page, 'Pool standings')).map(([, name = '']) => name.replace(' (yours)', ''))

const heading = (page: Page, board: BoardName, name: string) =>
  boardOf(page, board).getByRole('columnheader', { name, exact: true })

const sorter = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })

/** By the golfer of tier B: to par, then their line among the golfers. Golfers who are out are last in both directions. */
function listSorted({ standings }: InstanceState, direction: 'ascending' | 'descending'): Standing[] {
  const sign = direction === 'ascending' ? 1 : -1
  const inOrder = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
  return inOrder.toSorted(({ golfers: [, { golfer: a }] }, { golfers: [, { golfer: b }] }) => {
    if (a.isDNF || b.isDNF) return Number(a.isDNF) - Number(b.isDNF)
    return sign * (a.relativeScore - b.relativeScore || a.index - b.index)
  })
}

it('the pool is sorted by a heading, and stays so through a search, a reload and new scores', async ({
  open,
  openPage,
}) => {
  const instance = await open({ rivals: 20 })
  const { page } = await openPage(instance, { as: 'player', viewport: { width: 1280, height: 600 } })
  await page.goto('/pool')
  const before = await instance.now()
  const tierB = heading(page, 'Pool standings', 'Golfer B')
  expect(await heading(page, 'Pool standings', 'Pos').getAttribute('aria-sort')).toBe('ascending')
  await tierB.getByRole('button').click()
  await eventually(() => readNames(page)).toEqual(listSorted(before, 'ascending').map(({ displayName }) => displayName))
  expect(await tierB.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('status').getByText('Sorted: Golfer B, best first').waitFor()

  // Reversed by the keyboard, and still with the true places.
  await page.keyboard.press('Enter')
  const reversed = listSorted(before, 'descending')
  await eventually(async () =>
    (await readRows(page, 'Pool standings')).map(([position]) => position?.replace(/ .*/, '')),
  ).toEqual(reversed.map(({ position }) => position))
  expect(await tierB.getAttribute('aria-sort')).toBe('descending')

  // A search shows its matches in this order; going to an own entry clears it and finds the row.
  const find = page.getByRole('searchbox', { name: 'Find a player or golfer' })
  const word = reversed.at(-1)?.userName ?? ''
  await find.fill(word)
  const matching = reversed.filter(({ userName }) => userName === word).map(({ displayName }) => displayName)
  await eventually(async () => (await readNames(page)).filter((name) => name.startsWith(word))).toEqual(matching)
  await page.getByRole('navigation', { name: 'Your entries' }).getByRole('button', { name: 'Entry 2' }).click()
  const own = boardOf(page, 'Pool standings').getByRole('row', { name: 'The player 2' })
  await eventually(() => own.evaluate((row) => row === document.activeElement)).toBe(true)
  const ownLine = reversed.findIndex(({ displayName }) => displayName === 'The player 2')
  expect(await own.getAttribute('aria-rowindex')).toBe(`${ownLine + 2}`)

  await page.reload()
  await instance.play(60)
  const after = listSorted(await instance.now(), 'descending').map(({ displayName }) => displayName)
  await eventually(() => readNames(page)).toEqual(after)

  // A shared address opens on the row of its entry.
  const last = listSorted(await instance.now(), 'descending').at(-1)
  await page.goto(`/pool/${instance.tournamentId}?entry=${last?.entryId}-${last?.entryNumber}`)
  await page.getByRole('dialog', { name: last?.displayName ?? '' }).waitFor()
  // The dialog hides the table from roles.
  const row = page.locator(`tr[data-key="${last?.row}"]`)
  await eventually(() =>
    row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }),
  ).toBe(true)
})

it('on a phone a menu sorts, and leads back to the standings', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 99 })
  const { standings } = await instance.now()
  const { page } = await openPage(instance, { as: 'player', viewport: { width: 390, height: 844 } })
  await page.goto('/pool')
  await openBoardMenu(page)
  await sorter(page).selectOption('Standings, last first')
  const inOrder = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
  const lastPlace = Math.max(...inOrder.map(({ place }) => place ?? 0))
  const first = inOrder.find(({ place }) => place === lastPlace)
  await eventually(async () => (await readNames(page))[0]).toBe(first?.displayName)
  // Rows that are not drawn yet are reached too.
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Your entries' }).getByRole('button', { name: 'Entry 1' }).click()
  const own = boardOf(page, 'Pool standings').getByRole('row', { name: 'The player 1' })
  await eventually(() => own.evaluate((row) => row === document.activeElement)).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  await openBoardMenu(page)
  await sorter(page).selectOption('Standings')
  await eventually(async () => (await readNames(page))[0]).toBe(standingAt(standings, 0).displayName)
})
