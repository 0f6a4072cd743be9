import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { Golfer } from '#domain/field/field.ts'
import { toRoundStartText } from '#domain/standings/entry-figures.ts'
import { standingAt } from '#domain/standings/standings.ts'
import { equalRows, findAxeViolations } from '#test/support/e2e-axe.ts'
import { toPlainText } from '#test/support/e2e-board.ts'
import { it as browserIt, eventually } from '#test/support/e2e-test.ts'
import { listOwnPicks } from '#test/support/own-picks.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { startWithdrawingFeed, type WithdrawingFeed } from '#test/support/withdrawing-feed.ts'

const it = browserIt.extend<{ feed: WithdrawingFeed }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs.
  feed: async ({}, use) => {
    const feed = await startWithdrawingFeed()
    await use(feed)
    await feed.close()
  },
})

function buildStart(minutes: number) {
  const now = new Date()
  return { start: new Date(now.getTime() + minutes * 60_000), clock: buildClock(now) }
}

it('before the start the home page counts down, and links to editing or creating the entry', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'scheduled', ...buildStart(150) })
  for (const [as, offer, path] of [
    ['player', 'Edit your entry', '/entry/edit/1'],
    ['newcomer', 'Create your entry', '/entry/new'],
  ] as const) {
    const session = await openPage(instance, { as })
    const { page } = session
    await page.clock.install({ time: instance.app.clock.now() })
    await page.goto('/home')
    await page.getByRole('heading', { name: `Welcome The ${as}`, exact: true }).waitFor()
    await page.getByRole('heading', { name: instance.simulator.name }).waitFor()
    expect(toPlainText((await page.getByRole('timer').textContent()) ?? '')).toMatch(/^2 hours (29|30) minutes$/)
    expect(await page.getByRole('link', { name: offer }).getAttribute('href')).toBe(path)
    expect(await page.getByRole('link', { name: 'Leaderboard' }).count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await session.close()
  }
})

it('an address that leads nowhere shows that, also one that cannot be decoded', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared())
  for (const path of ['/%', '/pool/%ff', '/nowhere']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Out of bounds' }).waitFor()
    await page.getByText('There is no page at this address.').waitFor()
  }
  expect(await findAxeViolations(page)).toEqual([])
})

describe('before the start a picked golfer who is out', () => {
  it('is marked and announced, with a link to replace them; golfers of others are not', async ({
    feed,
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'scheduled', feedUrl: feed.url, ...buildStart(50) })
    const [first, second, ...more] = await listOwnPicks(instance)
    const own = new Set([first, second, ...more].map(({ espnId }) => espnId))
    const { pool } = await instance.now()
    for (const { espnId } of pool.players.filter((player) => !own.has(player.espnId)).slice(0, 5)) {
      feed.withdraw(espnId, 'WD')
    }
    await instance.ask()
    const { page } = await openPage(instance, { as: 'player' })
    const answered = page.waitForResponse('**/api/leaderboard/*')
    await page.goto('/home')
    const card = page.getByRole('table', { name: 'Your three entries' })
    await answered
    await card.getByRole('cell', { name: first.name, exact: true }).first().waitFor()
    expect(await page.getByText(/has withdrawn|will not play|not in the field/).count(), 'golfers of others').toBe(0)

    feed.withdraw(first.espnId, 'WD')
    await instance.ask()
    await page.reload()
    await page.getByText(`${first.name} has withdrawn. Choose a replacement before the tournament starts.`).waitFor()
    await card
      .getByRole('cell', { name: `${first.name} (withdrawn)`, exact: true })
      .first()
      .waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    feed.withdraw(second.espnId, 'removed')
    await instance.ask()
    await page.reload()
    await page.getByText(`${first.name} and ${second.name} will not play.`).waitFor()
    expect(toPlainText((await card.textContent()) ?? '')).toContain(`${second.name} OUT (not in the field)`)
    await page.getByRole('link', { name: 'Choose a replacement' }).click()
    await page.waitForURL('**/entry/edit/1')
  })
})

it('at the start the home page switches by itself to the leaderboard link and the next tee time', async ({
  open,
  openPage,
}) => {
  const { start, clock } = buildStart(5)
  const instance = await open({ startAt: 'round-1-waiting', start, clock })
  const picks = await listOwnPicks(instance)
  const picked = new Set(picks.map(({ espnId }) => espnId))
  const { page } = await openPage(instance, { as: 'player' })
  const toInstant = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString()
  await page.route(/\/api\/leaderboard\/\d+$/, async (route) => {
    const response = await route.fetch()
    if (response.status() === 304) return route.fulfill({ response })
    const { golfersScores, ...board } = await response.json()
    const rows = golfersScores.map((golfer: Golfer) => ({
      ...golfer,
      teeTime: toInstant(golfer.espnId === picks[0].espnId ? 90 : 60 + Number(picked.has(golfer.espnId)) * 60),
    }))
    await route.fulfill({ response, json: { ...board, golfersScores: rows } })
  })
  await page.clock.install({ time: clock.now() })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Edit your entry' }).waitFor()
  await page.clock.fastForward('04:30')
  await eventually(() => page.getByRole('timer').textContent()).toMatch(/^\d+ seconds? $/)
  clock.advance(5 * 60_000)
  await page.clock.fastForward('00:40')
  const next = page.getByText(/^Next of yours: /)
  expect(await next.textContent()).toContain(picks[0].name.split(' ').at(-1))
  expect(await next.getByRole('time').getAttribute('datetime')).toBe(toInstant(90))
  expect(await page.getByText('Play begins at').getByRole('time').getAttribute('datetime')).toBe(toInstant(60))
  const first = page.getByRole('list', { name: 'Your entries' }).getByRole('link').first()
  expect(toPlainText((await first.textContent()) ?? ''), 'nobody leads yet').toMatch(
    /^Entry 1 (.+? -- \S+ [AP]M ?){4}$/,
  )
  expect(await page.getByText(/share the lead|leads/).count()).toBe(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add tee times to calendar' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(`SUMMARY:${picks[0].name} tees off`)
  await page.getByText('Download again to update.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await page.waitForURL('**/pool')
})

it('during the tournament the home page links to the leaderboard', async ({ shared, openPage }) => {
  const instance = await shared()
  const session = await openPage(instance, { as: 'newcomer' })
  const { page } = session
  await page.goto('/home')
  expect(await page.getByRole('link', { name: 'Leaderboard' }).getAttribute('href')).toBe('/pool')
  expect(await page.getByRole('link', { name: /entry/ }).count()).toBe(0)
  await session.close()
  const { page: entered } = await openPage(instance, { as: 'player' })
  await entered.goto('/home')
  const cards = entered.getByRole('list', { name: 'Your entries' }).getByRole('link')
  await eventually(async () => (await cards.allTextContents()).map(toPlainText)).toEqual([
    // Place and movement, four golfers with their scores and holes, score to par, gap.
    expect.stringMatching(
      /^Entry 1 T?\d+ (\D+\d+ )?(.+? (E|[-+]\d+) \S.*?){4}(E|[-+]\d+) (\d+ (back|ahead)|tied|leads)$/,
    ),
    expect.stringMatching(/^Entry 2 /),
    expect.stringMatching(/^Entry 3 /),
  ])
  await entered.locator('main').getByText('Round 2 - In Progress', { exact: true }).waitFor()
  await entered.getByText(/ (leads by \d+|leads|share the lead)$/).waitFor()
  expect(await findAxeViolations(entered)).toEqual([])
  await entered.getByRole('link', { name: /^Entry 2/ }).click()
  await entered.getByRole('dialog', { name: 'The player 2' }).waitFor()
})

it('home says what has changed since the viewer last saw the board, or since the round began', async ({
  shared,
  openPage,
}) => {
  const instance = await shared()
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/home')
  const round = page.getByRole('region', { name: 'Since the round began' })
  const lines = round.getByRole('listitem')
  await lines.first().waitFor()
  // The reason follows a moment later.
  const line = /^Entry [123]: (Up|Down|Out|Back).*\. (Up|Down) \d+: .+, .+$/
  await eventually(async () => (await lines.allTextContents()).map(toPlainText)).toEqual(
    (await lines.allTextContents()).map(() => expect.stringMatching(line)),
  )
  expect(await page.evaluate(() => localStorage.getItem('pool-visit')), 'home is no visit of the board').toBeNull()

  // As if the board had been seen when the round began; now the reasons come from the recorded scores.
  const { standings, board } = await instance.now()
  const visit = `${instance.tournamentId} 0 ${toRoundStartText(standings.golfers, board)}@${board.version} `
  await page.evaluate((stored) => localStorage.setItem('pool-visit', stored), visit)
  const asked = page.waitForRequest('**/api/leaderboard/*/history')
  await page.reload()
  await page.getByRole('region', { name: 'Since you last saw the board' }).getByRole('listitem').first().waitFor()
  await asked
  expect(await page.evaluate(() => localStorage.getItem('pool-visit'))).toBe(visit)
})

it('when play is over home names the winner as unofficial, and after the end the champion beside the own finish', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'final' })
  const { standings, userId } = await instance.now()
  const { page } = await openPage(instance, { as: 'player' })
  const headline = 'Garrett Kemble wins by 5'
  await page.goto('/pool')
  await page.getByText('Final. Scores are no longer updated.').waitFor()
  expect(await page.getByText(headline).count(), 'one podium').toBe(0)
  expect(await findAxeViolations(page, equalRows)).toEqual([])

  // The picture of one's own finish, and the same in words.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  // A screen reader hears only what changes in a region that was there before.
  const said = page.getByRole('button', { name: 'Share' }).locator('+ [role=status]')
  await said.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Share' }).click()
  const picture = await saved
  expect(picture.suggestedFilename()).toBe('finish.png')
  const png = readFileSync(await picture.path())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  await said.getByText('Its description: Player Pool,').waitFor()

  await page.goto('/home')
  await page.getByRole('heading', { name: headline, exact: true }).waitFor()
  await page.getByText('Unofficial until the organiser confirms.').waitFor()
  await page.locator('main').getByText('Final', { exact: true }).waitFor()
  expect(await page.getByText('leads').count()).toBe(0)
  await instance.end()
  await page.reload()
  await page.getByText('The tournament is over. Please check back later.', { exact: true }).waitFor()
  const panel = page.getByRole('region', { name: headline, exact: true })
  await panel.getByText('You finished 3rd, your first result.').waitFor()
  expect(await panel.getByRole('link', { name: / [123]$/ }).allTextContents()).toEqual([
    'Garrett Kemble 2',
    'J.D. Lowden 1',
    'The player 2',
  ])
  expect(await findAxeViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Share' }).waitFor()

  // To the winner it says so, with one gesture, and without it where motion is reduced.
  const winner = standingAt(standings, 0).userId
  let isTied = false
  await page.route(/\/api\/tournament\/(current|\d+)/, async (route) => {
    const response = await route.fetch()
    const { entries, ...tournament } = await response.json()
    const swapped = entries?.map((entry: { userId: number }) => {
      if (entry.userId === winner) return { ...entry, userId }
      return entry.userId === userId ? { ...entry, userId: winner } : entry
    })
    const tied =
      isTied && swapped
        ? swapped.map((one: object) => ({ ...swapped[0], ...one, selections: swapped[0].selections }))
        : swapped
    await route.fulfill({ response, json: { ...tournament, entries: tied } })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'You win by 5', exact: true }).waitFor()
  const flag = page.locator('[data-raising] path').last()
  const readDuration = () => flag.evaluate((path) => getComputedStyle(path).animationDuration)
  for (const [reducedMotion, duration] of [
    ['no-preference', '0.4s'],
    ['reduce', '0s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    expect(await readDuration()).toBe(duration)
  }
  await page.getByRole('link', { name: 'See the final standings' }).click()
  await page.getByRole('table', { name: 'Pool standings' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'You win by 5', exact: true }).waitFor()
  expect(await flag.count()).toBe(0)

  // Tied winners are beside their answers, by which the organiser decides.
  isTied = true
  await page.reload()
  const answers = page.getByRole('table').filter({ hasText: 'Tied for first' })
  await answers.waitFor()
  expect(await answers.getByRole('row').count()).toBeGreaterThan(2)
})

it('without a tournament every screen says so, and an organiser can create one', async ({ shared, openPage }) => {
  const instance = await shared({ withoutTournament: true })
  const session = await openPage(instance, { as: 'player' })
  const { page } = session
  for (const path of ['/home', '/pool', '/golfers']) {
    await page.goto(path)
    await page.getByText('The are no tournaments at this time. Please check back later.', { exact: true }).waitFor()
  }
  await page.goto('/home')
  await page.getByText('Please check back later.').waitFor()
  expect(await page.getByRole('link', { name: 'Create a tournament' }).count()).toBe(0)
  await session.close()
  const { page: organiser } = await openPage(instance, { as: 'power' })
  for (const path of ['/pool', '/home']) {
    await organiser.goto(path)
    await organiser.getByRole('link', { name: 'Create a tournament' }).click()
    await organiser.waitForURL('**/tournament/new')
  }
})
