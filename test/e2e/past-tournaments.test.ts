import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, openBoardMenu } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

it('a past tournament is one click away on both boards, says Final, and is requested once', async ({
  open,
  openPage,
}) => {
  const instance = await open()
  await instance.startNextTournament()
  // The next tournament has no scores yet.
  const { page } = await openPage(instance, { as: 'player', expect: [/status of 404/] })
  await page.clock.install()
  await page.goto('/pool')
  await page.getByRole('heading', { name: 'The next one' }).waitFor()
  await page.getByRole('button', { name: 'Other tournaments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tournaments' })
  await dialog.waitFor()
  await eventually(() => dialog.getByRole('link').allTextContents()).toEqual(['The next one', instance.simulator.name])
  // The page behind it stays where it is.
  const readOverflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY)
  await eventually(readOverflow).toBe('hidden')
  expect(await findAxeViolations(page)).toEqual([])
  // What was opened from a menu gives the focus back to the button of the menu, which is closed.
  await page.keyboard.press('Escape')
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'On television' }).click()
  await page.getByRole('dialog', { name: 'On television' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.getByRole('button', { name: 'On television' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Other tournaments' }).click()
  await dialog.waitFor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/leaderboard/')) asked += 1
  })
  await dialog.getByRole('link', { name: instance.simulator.name }).click()
  await page.waitForURL(`**/pool/${instance.tournamentId}`)
  await boardOf(page, 'Pool standings').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await eventually(readOverflow).toBe('visible')
  await page.locator('main').getByText('Final', { exact: true }).waitFor()
  expect(asked).toBe(1)
  await page.clock.fastForward('05:00')
  expect(asked).toBe(1)
  expect(await page.locator('main footer').count()).toBe(0)
  await page.getByRole('button', { name: 'Other tournaments' }).click()
  await dialog.getByRole('link', { name: 'The next one' }).click()
  await page.waitForURL('**/pool')
  await page.getByText('Before the start').waitFor()

  await page.goto('/golfers')
  await page.getByRole('button', { name: 'Other tournaments' }).click()
  await dialog.getByRole('link', { name: instance.simulator.name }).click()
  await page.waitForURL(`**/golfers/${instance.tournamentId}`)
  await eventually(() => page.locator('main').getByText('Final', { exact: true }).count()).toBe(1)
})

it('the four days of a tournament can be replayed, on both boards, and its last board is one click away', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'round-1' })
  const { page } = await openPage(instance, { as: 'player', chances: true, expect: [/status of 500/] })
  await page.goto('/pool')
  const status = page.locator('main').getByText(/^(Round \d - .*|Final)$/)
  await eventually(() => status.allTextContents()).toEqual(['Round 1 - In Progress'])
  // How many rows are drawn depends on the window.
  const readBoard = async () =>
    (await boardOf(page, 'Pool standings').locator('tbody tr').allTextContents()).slice(0, 5)
  const roundOne = await readBoard()
  const recap = page.getByRole('dialog', { name: 'Recap' })
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'Recap' }).click()
  await recap.getByText('There is no recap yet').waitFor()
  await recap.getByRole('button', { name: 'Close' }).click()
  instance.simulator.advanceTo('final')
  await instance.ask()
  await eventually(() => status.allTextContents()).toEqual(['Final'])
  // The history that was loaded before does not have this version.
  await page.getByRole('button', { name: 'Recap' }).first().click()
  await recap.getByText(/^The .* (finishes first|share first place) at /).waitFor()
  expect(await recap.getByRole('button', { name: 'R4' }).getAttribute('aria-pressed')).toBe('true')
  expect(await findAxeViolations(page)).toEqual([])
  await recap.getByRole('button', { name: 'Close' }).click()
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'Replay' }).click()
  const replay = page.getByRole('region', { name: 'Replay' })
  const slider = replay.getByRole('slider', { name: 'Moment' })
  await page.getByRole('button', { name: 'Share' }).waitFor({ state: 'hidden' })
  await eventually(() => slider.getAttribute('aria-valuetext')).toMatch(/, Final$/)
  expect(await findAxeViolations(page)).toEqual([])
  await replay.getByRole('button', { name: 'To the round or break before' }).click()
  await eventually(() => status.allTextContents()).toEqual(['Round 1 - In Progress'])
  await eventually(readBoard).toEqual(roundOne)

  // The charts end with this board; with the last one, they show all four days.
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'Charts' }).click()
  const charts = page.getByRole('dialog', { name: 'Charts' })
  const cursor = charts.getByRole('slider', { name: 'Moment' })
  await eventually(() => cursor.getAttribute('aria-valuetext')).toMatch(/Round 1 - In Progress\. .+: \d+\w\w, <?\d+%/)
  expect(await cursor.getAttribute('max')).toBe('0')
  await charts.getByRole('button', { name: 'Close' }).click()
  await replay.getByRole('button', { name: 'To the next round or break' }).click()
  await eventually(() => status.allTextContents()).toEqual(['Final'])
  await openBoardMenu(page)
  await page.getByRole('button', { name: 'Charts' }).click()
  await eventually(() => cursor.getAttribute('aria-valuetext')).toMatch(/Final\. .+: (\d+\w\w|disqualified), (0|100)%/)
  await cursor.press('ArrowLeft')
  await eventually(() => cursor.getAttribute('aria-valuetext')).toMatch(/Round 1 - In Progress/)
  const plot = charts.getByRole('img', { name: /^Place/ })
  const { width = 0 } = (await plot.boundingBox()) ?? {}
  const [left, right] = [
    { x: 60, y: 40 },
    { x: width - 14, y: 40 },
  ]
  await plot.click({ position: right })
  await eventually(() => cursor.getAttribute('aria-valuetext')).toMatch(/, Final\. /)
  await plot.dragTo(plot, { sourcePosition: right, targetPosition: left })
  await eventually(() => cursor.getAttribute('aria-valuetext')).toMatch(/Round 1 - In Progress/)
  await charts.getByText('All moments as a table').click()
  expect(await charts.getByRole('table').getByRole('row').count()).toBe(3)
  expect(await findAxeViolations(page)).toEqual([])
  await charts.getByRole('button', { name: 'Show the board of this moment' }).click()
  await charts.waitFor({ state: 'hidden' })
  await eventually(() => status.allTextContents()).toEqual(['Round 1 - In Progress'])
  await slider.press('End')
  await eventually(() => status.allTextContents()).toEqual(['Final'])
  await slider.press('Home')
  await eventually(() => status.allTextContents()).toEqual(['Round 1 - In Progress'])

  await page.getByRole('link', { name: 'Golfers', exact: true }).click()
  await boardOf(page, 'Golfers leaderboard').getByText(/^\d+$/).first().waitFor()
  await eventually(() => slider.getAttribute('aria-valuetext')).toMatch(/Round 1 - In Progress$/)
  await replay.getByRole('button', { name: 'Back to final' }).click()
  await eventually(() => status.allTextContents()).toEqual(['Final'])
  expect(await replay.count()).toBe(0)

  // A link to a version that is not recorded shows the live board; so does one without the history, which says so.
  await page.goto('/pool?at=soon')
  await eventually(() => slider.getAttribute('aria-valuetext')).toMatch(/, Final$/)
  await page.route('**/history', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await replay.getByRole('button', { name: 'The history could not be loaded. Try again.' }).waitFor()
  expect(await replay.getByText('Loading…').count()).toBe(0)
})

it('with a single tournament there is no chooser', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  const listed = page.waitForResponse('**/api/tournament/all')
  await page.goto('/pool')
  await (await listed).finished()
  await boardOf(page, 'Pool standings').waitFor()
  await page.getByRole('button', { name: 'How scoring works' }).waitFor()
  expect(await page.getByRole('button', { name: 'Other tournaments' }).count()).toBe(0)
})
