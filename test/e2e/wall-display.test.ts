import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listCeremonySteps } from '#domain/standings/ceremony.ts'
import { standingAt } from '#domain/standings/standings.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, openBoardMenu, readRows } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

const screen = { width: 1920, height: 1080 }

async function readNames(page: Page): Promise<string[]> {
  return (await readRows(page, 'Pool standings')).map(([, name = '']) => name)
}

it('the wall turns from the leaders to the movers and the next entries without controls, and shows new scores', async ({
  open,
  openPage,
}) => {
  const instance = await open({ rivals: 9 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.clock.install()
  await page.goto('/pool?view=wall')
  await boardOf(page, 'Pool standings').waitFor()
  await eventually(async () => (await readNames(page)).length).toBeGreaterThan(8)
  expect(await page.locator('a, button, input').count()).toBe(0)
  await page.getByText(`Follow your entries at ${new URL(instance.url).host}`).waitFor()
  await page.getByRole('img', { name: 'QR code of the pool' }).waitFor()
  const { standings } = await instance.now()
  const all = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line).displayName)
  const count = (await readNames(page)).length
  expect(await readNames(page)).toEqual(all.slice(0, count))
  const turn = async (next: string) => {
    await page.clock.fastForward('00:12')
    await page.getByText(next).waitFor()
  }
  await turn('Biggest moves since the round began')
  const positions = (await readRows(page, 'Pool standings')).map(([position = '']) => position)
  expect(positions.filter((position) => !/(up|down) \d+$/.test(position))).toEqual([])
  await turn(`Rows ${count + 1} to`)
  await eventually(() => readNames(page)).toEqual(all.slice(count, 2 * count))
  await instance.play(90)
  const { standings: next } = await instance.now()
  await eventually(async () => (await readNames(page))[0]).toBe(standingAt(next, count).displayName)
})

it.for([
  [1920, 1080],
  [1280, 720],
] as const)(
  'the rows fill a screen of %i by %i, with holes played and the score of the round',
  async ([width, height], { shared, openPage }) => {
    const instance = await shared({ rivals: 9 })
    const { page } = await openPage(instance, { as: 'player', viewport: { width, height } })
    await page.goto('/pool?view=wall')
    await eventually(async () => (await readNames(page)).length).toBe(10)
    const rows = boardOf(page, 'Pool standings').getByRole('rowgroup').last()
    expect(await rows.textContent()).toMatch(/(thru \d+|F), today (E|[+-]\d+)/)
    const empty = await rows.evaluate((body) => {
      const table = body.parentElement?.getBoundingClientRect().bottom ?? 0
      return table - (body.lastElementChild?.getBoundingClientRect().bottom ?? 0)
    })
    expect(Math.abs(empty)).toBeLessThan(2)
  },
)

it('the keyboard pauses the wall, turns its pages and leaves it', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 9 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.clock.install()
  await page.goto('/pool')
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'On television' }).click()
  await page.getByText(/^Nobody else can open the link of its QR code: it leads to (localhost|127\.0\.0\.1)/).waitFor()
  await page.getByRole('link', { name: 'Wall display' }).click()
  await page.getByText(/^Leaders 1 of \d/).waitFor()
  await page.keyboard.press('Space')
  await page.getByText(/^Leaders Paused: 1 of \d/).waitFor()
  await page.clock.fastForward('01:00')
  await page.getByText(/^Leaders Paused: 1 of \d/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.getByText(/Paused: 2 of \d/).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/pool')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

it('before the end of the tournament the ceremony says what it waits for', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 9 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.goto('/pool?view=ceremony')
  await page.getByText('The places are revealed once an organiser has ended the tournament.').waitFor()
})

it('before the start the wall shows the start and the entrants, but no picks', async ({ shared, openPage }) => {
  const instance = await shared({ startAt: 'scheduled', startsInMs: 3 * 60 * 60_000 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.goto('/pool?view=wall')
  await page.getByText('Before the start').waitFor()
  expect(await page.getByRole('list', { name: 'Entered' }).getByRole('listitem').count()).toBe(4)
  expect(await page.getByRole('table').count()).toBe(0)
})

it('the ceremony of a past tournament reveals the last place first, can be stepped back, and needs no network', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'final', rivals: 9 })
  const { standings } = await instance.now()
  await instance.startNextTournament()
  // The code of other screens is loaded ahead at the first key.
  const { page, context } = await openPage(instance, { as: 'player', viewport: screen, expect: [/DISCONNECTED/] })
  await page.goto(`/pool/${instance.tournamentId}`)
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'On television' }).click()
  await page.getByRole('link', { name: 'Ceremony' }).click()
  await page.getByText(/^10 players, 30 entries.* → for each step/).waitFor()
  const heading = page.getByRole('heading')
  await context.setOffline(true)
  const steps = listCeremonySteps(standings)
  const namesOf = (lines: readonly number[] = []) => lines.map((line) => standingAt(standings, line).displayName)
  // The first group of rows is what is new.
  const readNew = () => page.getByRole('rowgroup').first().getByRole('rowheader').allTextContents()
  const keys = ['PageDown', 'ArrowRight', 'Space', 'Enter']
  for (const [index, lines] of steps.entries()) {
    if (index % 2 === 0) await page.keyboard.press(keys[(index / 2) % keys.length] ?? '')
    else await page.mouse.click(700, 500)
    await page.getByText(`${index + 1} of ${steps.length + 1}`, { exact: true }).waitFor()
    expect(await readNew()).toEqual(namesOf(lines))
  }
  expect(await heading.textContent()).toMatch(/ wins by \d| share first place|\d players share/)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('PageUp')
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await readNew()).toEqual(namesOf(steps.at(-3)))
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('PageDown')
  await heading.getByText(/^Season \d{4}$/).waitFor()
  expect(await page.getByRole('table', { name: 'Season' }).getByRole('row').count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})
