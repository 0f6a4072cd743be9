import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { standingAt } from '#domain/standings/standings.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, readRows } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

const screen = { width: 1920, height: 1080 }

async function readNames(page: Page): Promise<string[]> {
  return (await readRows(page, 'Pool standings')).map(([, name = '']) => name)
}

it('the wall cycles through all entries without controls, and shows new scores', async ({ open, openPage }) => {
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
  const seen: string[] = []
  const turn = async (next: string | RegExp) => {
    await page.clock.fastForward('00:12')
    await page.getByText(next).waitFor()
  }
  while (seen.length < all.length) {
    const shown = all.slice(seen.length, seen.length + (await readNames(page)).length)
    await eventually(() => readNames(page)).toEqual(shown)
    seen.push(...shown)
    if (seen.length === shown.length) {
      await turn('Biggest moves today')
      expect((await readRows(page, 'Pool standings')).every(([position = '']) => /(up|down) \d+$/.test(position))).toBe(
        true,
      )
    }
    await turn(seen.length < all.length ? `Rows ${seen.length + 1} to` : 'Leaders')
  }
  expect(seen).toEqual(all)
  await instance.play(90)
  const { standings: next } = await instance.now()
  await eventually(async () => (await readNames(page))[0]).toBe(standingAt(next, 0).displayName)
})

it('the keyboard pauses the wall, turns its pages and leaves it', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 9 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.clock.install()
  await page.goto('/pool')
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

it('before the start the wall shows the start and the entrants, but no picks', async ({ shared, openPage }) => {
  const instance = await shared({ startAt: 'scheduled', startsInMs: 3 * 60 * 60_000 })
  const { page } = await openPage(instance, { as: 'player', viewport: screen })
  await page.goto('/pool?view=wall')
  await page.getByText('Before the start').waitFor()
  expect(await page.getByRole('list', { name: 'Entered' }).getByRole('listitem').count()).toBe(4)
  expect(await page.getByRole('table').count()).toBe(0)
})
