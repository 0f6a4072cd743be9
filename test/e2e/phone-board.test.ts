import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { standingAt } from '#domain/standings/standings.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { type BoardName, boardOf, scrollToRow } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

const phone = { width: 390, height: 844 }

/** How many rows are visible from top to bottom without scrolling. */
function countVisibleRows(page: Page, board: BoardName): Promise<number> {
  return boardOf(page, board)
    .locator('tbody tr[data-key]')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
}

/** The height above the first row, in pixels, and the number of controls there. */
function measureTop(page: Page) {
  return page.evaluate(() => {
    const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const firstRow = topOf('tbody tr')?.top ?? Number.NaN
    const controls = Array.from(document.querySelectorAll('a, button, input, select')).filter((control) => {
      const { top, width } = control.getBoundingClientRect()
      return control.checkVisibility() && width > 0 && top >= 0 && top < firstRow
    })
    const [header, head] = [topOf('#root > header')?.height, topOf('main header')?.height]
    return { header, head, firstRow, controlsAbove: controls.length }
  })
}

/** Whether search and buttons stand in one line, without scrolling sideways. */
function areToolsInLine(page: Page): Promise<boolean> {
  return page.locator('main header search').evaluate(({ parentElement: tools }) => {
    const shown = Array.from(tools?.children ?? []).filter((tool) => tool.checkVisibility())
    const tops = new Set(shown.map((tool) => Math.round(tool.getBoundingClientRect().top)))
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
  for (const name of ['Tiebreakers', 'Picks', 'Chances', 'More'])
    expect(await page.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(1)
  const { header, head, firstRow, controlsAbove } = await measureTop(page)
  expect(header).toBe(48)
  expect(head).toBeLessThanOrEqual(120)
  expect(firstRow).toBeLessThanOrEqual(phone.height / 4)
  expect(controlsAbove).toBeLessThanOrEqual(11)
  // The press takes the focus from the search, and must not miss because of it.
  await page.getByRole('searchbox').click()
  await page.getByRole('main').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Charts' }).waitFor()
  await page.keyboard.press('Escape')
  for (const size of [phone, { width: 320, height: 568 }, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size)
    expect(await areToolsInLine(page)).toBe(true)
  }
  await page.setViewportSize(phone)
  await page.evaluate(() => scrollTo(0, 5000))
  const isInView = await page.getByRole('navigation', { name: 'Your entries' }).evaluate((bar) => {
    const { left, bottom } = bar.getBoundingClientRect()
    return bar.contains(document.elementFromPoint(left + 100, bottom - 1))
  })
  expect(isInView).toBe(true)
})

it('on a phone the links about the user are in a menu, which another page closes', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared(), { as: 'power' })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/home')
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Admin' }).waitFor()
  expect(await header.evaluate(({ clientHeight, scrollWidth }) => [clientHeight, scrollWidth])).toEqual([47, 320])
  expect(await header.getByRole('link', { name: 'Logout' }).isVisible()).toBe(false)
  await header.getByRole('button', { name: 'Menu' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await header.getByRole('link', { name: 'power@example.com' }).waitFor()
  await header.getByRole('button', { name: 'Auto theme' }).click()
  await header.getByRole('button', { name: 'Light theme' }).waitFor()
  await header.getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  await eventually(() => header.getByRole('link', { name: 'Logout' }).isVisible()).toBe(false)
})

/** The cells of the rows that reach beyond the window, or over another cell. */
function findMisplacedCells(page: Page): Promise<string[]> {
  return page.locator('tbody tr[data-key]').evaluateAll((rows) =>
    rows.slice(0, 4).flatMap((row) => {
      const cells = Array.from(row.children, (cell) => ({
        text: cell.textContent ?? '',
        box: cell.getBoundingClientRect(),
      }))
      const isOver = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
      return cells
        .filter(
          ({ box }, index) => box.right > innerWidth || cells.some((other, at) => at > index && isOver(box, other.box)),
        )
        .map(({ text }) => text)
    }),
  )
}

it('a larger text gives a row more lines, in which nothing lies over anything else; in landscape the table is whole', async ({
  shared,
  openPage,
}) => {
  const { page } = await openPage(await shared(), { as: 'player', viewport: phone })
  for (const [path, board] of [
    ['/golfers', 'Golfers leaderboard'],
    ['/pool', 'Pool standings'],
  ] as const) {
    await page.goto(path)
    await boardOf(page, board).waitFor()
    for (const percent of [130, 150, 200]) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`)
      expect(await findMisplacedCells(page), `${path} ${percent}`).toEqual([])
      if (path === '/pool')
        expect(await page.getByRole('button', { name: 'Why?' }).isVisible(), `${percent}`).toBe(true)
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 667, height: 375 })
    const middles = await boardOf(page, board)
      .locator('thead th')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(5)
    await page.setViewportSize(phone)
  }
})

it('before the start, the golfers board of a phone has all twelve columns, and nothing lies over anything else', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'scheduled', startsInMs: 3_600_000 })
  const { page } = await openPage(instance, { as: 'player', viewport: phone })
  await page.goto('/golfers')
  const row = boardOf(page, 'Golfers leaderboard').locator('tbody tr[id^="golfer-"]').first()
  await row.waitFor()
  expect(await row.locator('> *').filter({ visible: true }).count()).toBe(12)
  expect(await findMisplacedCells(page)).toEqual([])
})

it('in a larger text the header grows with it, and nothing of it is cut', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared(), { as: 'power', viewport: phone })
  await page.goto('/home')
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Admin' }).waitFor()
  const readSizes = () =>
    header
      .getByRole('link')
      .filter({ visible: true })
      .evaluateAll((links) =>
        links.map((link) => {
          const { left, right, height } = link.getBoundingClientRect()
          const size = Number.parseFloat(getComputedStyle(link).fontSize)
          return {
            size,
            isWhole: left >= 0 && right <= innerWidth && link.scrollWidth <= link.clientWidth && height >= size,
          }
        }),
      )
  const sizes = (await readSizes()).map(({ size }) => size)
  for (const factor of [1.3, 1.5, 2]) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${100 * factor}%`)
    const larger = await readSizes()
    expect(larger.map(({ size }) => Math.round(size))).toEqual(sizes.map((size) => Math.round(size * factor)))
    expect(larger.every(({ isWhole }) => isWhole)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})

it('the name of an owner, however long, leaves the modal of a golfer as wide as the window', async ({
  shared,
  openPage,
}) => {
  const instance = await shared({ rivals: 60 })
  const { standings } = await instance.now()
  const { page } = await openPage(instance, { as: 'player', viewport: phone })
  const line = Array.from({ length: standings.size }, (_, line) => line).find(
    (line) => standingAt(standings, line).userName.length > 60,
  )
  const { golfers, displayName } = standingAt(standings, line ?? -1)
  await page.goto('/golfers')
  await (await scrollToRow(page, `#golfer-${golfers[0].golfer.espnId}`)).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: displayName, exact: true }).waitFor()
  const widest = await dialog.evaluate((element) =>
    Math.max(...Array.from(element.querySelectorAll('*'), (part) => part.getBoundingClientRect().right)),
  )
  expect(widest).toBeLessThanOrEqual(phone.width)
})

it('the buttons of a sheet whose content is longer than the window are visible at its foot', async ({
  shared,
  openPage,
}) => {
  const { page } = await openPage(await shared(), { as: 'player' })
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/golfers')
  await boardOf(page, 'Golfers leaderboard').locator('tbody [data-row-target]').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('table').first().waitFor()
  // A click would scroll the button into view.
  for (const name of ['Close', 'Favourite']) {
    const isVisible = await dialog.getByRole('button', { name }).evaluate((button) => {
      const { left, bottom } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + 10, bottom - 10))
    })
    expect(isVisible, name).toBe(true)
  }
  const [close, sheet] = await Promise.all([
    dialog.getByRole('button', { name: 'Close' }).boundingBox(),
    dialog.boundingBox(),
  ])
  expect(close?.height).toBeGreaterThanOrEqual(44)
  const bottom = (sheet?.y ?? 0) + (sheet?.height ?? 0)
  expect(bottom - (close?.y ?? 0) - (close?.height ?? 0)).toBeLessThan(44)
})

it('on a phone the first letter of a search moves neither the board nor the menu', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared(), { as: 'player' })
  await page.setViewportSize(phone)
  for (const [path, board] of [
    ['/pool', 'Pool standings'],
    ['/golfers', 'Golfers leaderboard'],
  ] as const) {
    await page.goto(path)
    await boardOf(page, board).waitFor()
    const { firstRow } = await measureTop(page)
    await page.getByRole('searchbox').fill('a')
    await page.getByRole('button', { name: 'Clear' }).waitFor()
    expect((await measureTop(page)).firstRow).toBe(firstRow)
    expect(await areToolsInLine(page)).toBe(true)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Clear' }).waitFor({ state: 'detached' })
    expect((await measureTop(page)).firstRow).toBe(firstRow)
  }
})

it('the focus ring of a row that was jumped to leaves room for its place and its score', async ({
  shared,
  openPage,
}) => {
  const { page } = await openPage(await shared(), { as: 'player' })
  await page.setViewportSize(phone)
  await page.goto('/pool')
  await page
    .getByRole('navigation', { name: 'Your entries' })
    .getByRole('button', { name: /^Go to Entry 1/ })
    .click()
  const row = page.locator('tr:focus')
  await row.waitFor()
  const room = await row.evaluate((element) => {
    const ringOf = (pseudo?: string) => getComputedStyle(element, pseudo)
    const hasOwn = ringOf().outlineStyle !== 'none'
    const { left, right } = element.getBoundingClientRect()
    const beyond = hasOwn ? 0 : -Number.parseFloat(ringOf('::after').left)
    const score = document.createRange()
    score.selectNodeContents(element.querySelector('[data-row-target]') ?? element)
    const { left: first } = element.querySelector('td')?.getBoundingClientRect() ?? { left: Number.NaN }
    const { right: last } = score.getBoundingClientRect()
    return Math.min(first - (left - beyond), right + beyond - last)
  })
  expect(room).toBeGreaterThanOrEqual(4)
})

it('a scenario opens at its top, and so does the real board after it', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared({ rivals: 30 }), { as: 'player', chances: true })
  await page.setViewportSize(phone)
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  await page.evaluate(() => scrollTo(0, 3000))
  await page.locator('tbody [data-row-target]').nth(12).click()
  await page.getByRole('dialog').getByRole('link', { name: 'What if…' }).click()
  await page.getByText('What if · not the real scores').waitFor()
  await eventually(() => page.evaluate(() => scrollY)).toBe(0)
  await page.evaluate(() => scrollTo(0, 500))
  await page.getByRole('link', { name: 'Back to the real board' }).click()
  await boardOf(page, 'Pool standings').waitFor()
  await eventually(() => page.evaluate(() => scrollY)).toBe(0)
})
