import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { FeedFault } from '#simulator/feed-faults.ts'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import { type BoardName, boardOf, readRows, toPlainText } from '../support/e2e-board.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Both boards show the same state of the server, so one of them is enough for every fault. */
const boards = [
  ['/pool', 'Pool standings', ['stopped', 'html', 'half-body', 'error-500']],
  ['/golfers', 'Golfers leaderboard', ['html']],
] as const satisfies [string, BoardName, FeedFault[]][]

const feedReason = 'no new scores are coming from the tour.'

/** What the line above the title and the footer say about the age of the scores. */
async function readStatusText(page: Page): Promise<string> {
  const texts = await page
    .getByText(/scores from .* ago/i)
    .filter({ visible: true })
    .allTextContents()
  return texts.map(toPlainText).join(' | ')
}

const toStatusText = (age: string, reason: string, state = 'Not updating') =>
  `${state} · scores from ${age} ago | Showing scores from ${age} ago: ${reason}`

/** The server polls the feed by itself. */
const polling = { feedIntervalMs: 250 }

function fail(instance: TestInstance, fault: FeedFault): void {
  instance.simulator.faults.set(fault)
  instance.simulator.advance(30)
}

it.for(boards)(
  'on %s a failing feed leaves the last scores, and the page says why until it recovers',
  async ([path, board, faults], { open, openPage }) => {
    const instance = await open(polling)
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto(path)
    await boardOf(page, board).waitFor()
    await page.getByText('Last refresh').waitFor()
    for (const fault of faults) {
      const good = await readRows(page, board)
      expect(await readStatusText(page)).toBe('')
      fail(instance, fault)
      await eventually(() => readStatusText(page)).toBe(toStatusText('less than a minute', feedReason))
      expect(await readRows(page, board)).toEqual(good)
      instance.simulator.faults.set(null)
      await eventually(() => readStatusText(page)).toBe('')
      await eventually(() => readRows(page, board)).not.toEqual(good)
    }
  },
)

it('the age of the scores grows while the feed is down', async ({ open, openPage }) => {
  const instance = await open()
  const { page } = await openPage(instance, { as: 'player' })
  await page.clock.install()
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  fail(instance, 'stopped')
  await instance.ask()
  await eventually(() => readStatusText(page)).toBe(toStatusText('less than a minute', feedReason))
  await page.clock.fastForward('05:20')
  await eventually(() => readStatusText(page)).toBe(toStatusText('5 minutes', feedReason))
  await page.clock.fastForward('02:00:00')
  await eventually(() => readStatusText(page)).toBe(toStatusText('2 hours', feedReason))
  expect(await findAxeViolations(page, equalRows)).toEqual([])
})

it('a feed body from an earlier round does not change the board, nor does a lost network, which the page says', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'round-3' })
  const { page, context } = await openPage(instance, { as: 'player', expect: [/ERR_INTERNET_DISCONNECTED/] })
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  const good = await readRows(page, 'Pool standings')
  const asked = () => page.locator('main footer time').last().getAttribute('datetime')
  instance.simulator.faults.set('older-body')
  for (let times = 0; times < 2; times += 1) {
    const before = await asked()
    await instance.ask()
    await eventually(asked).not.toBe(before)
    expect(await readRows(page, 'Pool standings')).toEqual(good)
  }
  instance.simulator.faults.set(null)
  await instance.play(60)
  await eventually(() => readRows(page, 'Pool standings')).not.toEqual(good)
  expect(await page.title()).toContain((await instance.now()).tournament.name)

  // Back online the new scores appear at once.
  const last = await readRows(page, 'Pool standings')
  await context.setOffline(true)
  await eventually(() => readStatusText(page)).toBe(
    toStatusText('less than a minute', 'the server can’t be reached.', 'No connection'),
  )
  await instance.play(60)
  expect(await readRows(page, 'Pool standings')).toEqual(last)
  await context.setOffline(false)
  await eventually(() => readStatusText(page)).toBe('')
  await eventually(() => readRows(page, 'Pool standings')).not.toEqual(last)
})

it('a scorecard that cannot be loaded shows an error, and can be loaded again', async ({ open, openPage }) => {
  const instance = await open(polling)
  const { page } = await openPage(instance, { as: 'player', expect: [/status of 502/] })
  await page.clock.install()
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  instance.simulator.faults.set('stopped')
  await boardOf(page, 'Pool standings').locator('tbody').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Loading').waitFor()
  // The request is repeated with a growing delay before the error is shown.
  await eventually(async () => {
    await page.clock.fastForward('00:02')
    return dialog.getByRole('alert').allTextContents()
  }).toEqual(['Couldn’t load the scorecard. Wait a moment and try again.Try again'])
  instance.simulator.faults.set(null)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('table').first().waitFor()
})

it('a page that cannot load anything says what to do, and trying again shows the board', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player', expect: [/status of 500/] })
  await page.route('**/api/tournament/**', (route) =>
    route.fulfill({ status: 500, headers: { 'X-Request-Id': '0123abcd' } }),
  )
  await page.goto('/pool')
  await page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByRole('alert').getByText('Request ID: 0123abcd').waitFor()
  await page.unroute('**/api/tournament/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await boardOf(page, 'Pool standings').waitFor()
})

it('every screen with scores says in the same words how fresh they are', async ({ shared, openPage }) => {
  const instance = await shared()
  const { page, context } = await openPage(instance, { as: 'player', expect: [/ERR_INTERNET_DISCONNECTED/] })
  for (const path of ['/home', '/pool', '/golfers', '/pool?view=wall', '/results']) {
    await page.goto(path)
    await page.getByText(/^Updated \d{1,2}:\d\d\s[AP]M$/).waitFor()
    await context.setOffline(true)
    await page.getByText(/^No connection · scores from (less than a minute|\d minutes?) ago$/).waitFor()
    await context.setOffline(false)
  }
})
