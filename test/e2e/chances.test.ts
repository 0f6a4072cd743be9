import { expect } from 'vitest'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, readRows } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

it('chances appear in bar, details and view, follow a refresh, and a scenario never looks like the real board', async ({
  open,
  openPage,
}) => {
  const instance = await open({ rivals: 12, startAt: 'round-3-middle' })
  const { page } = await openPage(instance, {
    as: 'player',
    chances: true,
    viewport: { width: 1280, height: 900 },
    expect: [/ERR_INTERNET_DISCONNECTED/],
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/pool')
  const own = page.getByRole('navigation', { name: 'Your entries' })
  await own
    .getByRole('button', { name: /% to win/ })
    .first()
    .waitFor()

  // The view: every entry in the order of the standings; "To win" is a sort.
  await page.getByRole('button', { name: 'Chances' }).click()
  await page.getByText('A forecast from 4,000 simulations').waitFor()
  const readColumn = async (index: number) =>
    (await readRows(page, 'Pool standings')).map((cells) => /\d+/.exec(cells[index] ?? '')?.[0])
  const readChances = () => readColumn(2)
  const places = (await readColumn(0)).filter((place) => place !== undefined).map(Number)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await page.getByRole('button', { name: 'To win', exact: true }).click()
  await eventually(() =>
    boardOf(page, 'Pool standings').getByRole('columnheader', { name: 'To win' }).getAttribute('aria-sort'),
  ).toBe('descending')
  const chances = (await readChances()).filter((chance) => chance !== undefined).map(Number)
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
  await page.getByRole('button', { name: 'Places' }).click()
  await eventually(() =>
    boardOf(page, 'Pool standings').getByRole('columnheader', { name: 'Places' }).getAttribute('aria-sort'),
  ).toBe('ascending')

  await page.getByRole('button', { name: 'How good are these numbers?' }).click()
  const record = page.getByRole('dialog', { name: 'How good are these numbers?' })
  await record.getByRole('table', { name: /^Top 3/ }).waitFor()
  await record.getByText('No tournament of this pool has ended yet.').waitFor()
  await record.getByRole('button', { name: 'Close' }).click()

  expect(await findAxeViolations(page, equalRows)).toEqual([])

  // A refresh asks for the leaderboard alone, and the figures follow.
  const before = await readChances()
  requests.length = 0
  await instance.play(150)
  await eventually(readChances).not.toEqual(before)
  expect(requests.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/leaderboard/'))).toEqual([])

  // Details with what is still possible, and whom to root for.
  await boardOf(page, 'Pool standings')
    .getByRole('button', { name: /details of/ })
    .first()
    .click()
  const block = page.getByRole('region', { name: 'Chances' })
  await block.getByText(/^From 4,000 simulations/).waitFor()
  await block.getByText(/^(Can still|Mathematically|Certain)/).waitFor()
  const entry = page.getByRole('dialog')
  await entry.getByRole('button', { name: 'Whom to root for' }).click()
  await entry
    .getByText(/^.+, one stroke (better|worse): \+[\d.]+ (to win|for the top 3)/)
    .first()
    .waitFor()
  expect(await block.count(), 'a view of its own').toBe(0)

  expect(await findAxeViolations(page)).toEqual([])

  await entry.getByRole('button', { name: 'Back to the entry' }).click()

  // A scenario by the keyboard: the board follows, the address shares it, and title and announcements do not.
  const title = await page.title()
  await block.getByRole('link', { name: 'What if' }).click()
  await page.getByRole('heading', { name: /^What if: / }).waitFor()
  // It needs no network and no motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.context().setOffline(true)
  // The viewer’s own golfers are there, and nothing else until one has changed.
  const slider = page.getByRole('slider').first()
  await slider.focus()
  expect(await boardOf(page, 'What if').count()).toBe(0)
  expect(await page.getByRole('list', { name: 'Your entries in this scenario' }).count()).toBe(0)
  await page.keyboard.press('End')
  const readScores = async () => (await readRows(page, 'What if')).map((cells) => [cells[0], cells[1], cells.at(-1)])
  await page.getByRole('list', { name: 'Your entries in this scenario' }).waitFor()
  const highest = await readScores()
  await page.keyboard.press('Home')
  await eventually(readScores).not.toEqual(highest)
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^-\d+ to par$/)
  const lowest = await slider.inputValue()
  await eventually(() => page.url().split(':').at(-1)).toBe(lowest)
  expect(await page.title()).not.toBe(title)
  expect(await page.title()).not.toMatch(/\d(st|nd|rd|th)/)
  expect(await page.locator('[aria-live]').allTextContents()).toEqual([])
  expect(await findAxeViolations(page, equalRows)).toEqual([])
  const scenario = await readScores()
  // Its chances are worked out, too, and its entries say that they are not real.
  await page.getByText('A forecast from 4,000 simulations').waitFor()
  await boardOf(page, 'What if')
    .getByRole('button', { name: /details of/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: /^What if: / })
  await details.getByText(/^From 4,000 simulations/).waitFor()
  expect(await details.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  // The dialog may still fade in; no figure is highlighted or moves.
  expect(
    await page.evaluate(
      () => document.getAnimations().filter((animation) => !(animation instanceof CSSTransition)).length,
    ),
  ).toBe(0)
  await details.getByRole('button', { name: 'Close' }).click()
  await page.context().setOffline(false)
  await page.reload()
  await eventually(readScores).toEqual(scenario)
  await page.getByRole('link', { name: 'Back to the real board' }).click()
  await boardOf(page, 'Pool standings').waitFor()
  await eventually(() => page.title()).toBe(title)

  // When play is over there is nothing left to forecast.
  instance.simulator.advanceTo('final')
  await instance.ask()
  await page.getByText('Final', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Chances', exact: true }).count()).toBe(0)
  expect(await own.getByText('to win').count()).toBe(0)

  // What was forecast of this tournament stands beside what has happened.
  await page.getByRole('button', { name: 'How good were the chances?' }).click()
  const afterwards = page.getByRole('dialog', { name: 'How good were the chances?' })
  await afterwards.getByRole('heading', { name: 'This tournament' }).waitFor()
  await afterwards.getByText('One tournament of this pool.').waitFor()
})
