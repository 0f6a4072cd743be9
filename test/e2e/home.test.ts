import { expect } from 'vitest'
import { toPlainText } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { buildClock } from '../support/test-clock.ts'

function buildStart(minutes: number) {
  const now = new Date()
  return { start: new Date(now.getTime() + minutes * 60_000), clock: buildClock(now) }
}

it('before the start home tells the time until it, and offers the entry to be edited or made', async ({
  open,
  visit,
}) => {
  const stage = await open({ startAt: 'scheduled', ...buildStart(150) })
  for (const [as, offer, path] of [
    ['player', 'Edit your entry', '/entry/edit/1'],
    ['newcomer', 'Create your entry', '/entry/new'],
  ] as const) {
    const { page } = await visit(stage, { as })
    await page.clock.install({ time: stage.app.clock.now() })
    await page.goto('/home')
    await page.getByRole('heading', { name: `Welcome The ${as}`, exact: true }).waitFor()
    await page.getByRole('heading', { name: stage.simulator.name }).waitFor()
    expect(toPlainText((await page.getByRole('timer').textContent()) ?? '')).toMatch(
      /^2 hours (29|30) minutes$/,
    )
    expect(await page.getByRole('link', { name: offer }).getAttribute('href')).toBe(path)
    expect(await page.getByRole('link', { name: 'Leaderboard' }).count()).toBe(0)
  }
})

it('at the start home leads to the leaderboard, without being asked', async ({ open, visit }) => {
  const { start, clock } = buildStart(5)
  const stage = await open({ startAt: 'scheduled', start, clock })
  const { page } = await visit(stage, { as: 'player' })
  await page.clock.install({ time: clock.now() })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Edit your entry' }).waitFor()
  await page.clock.fastForward('04:30')
  await eventually(() => page.getByRole('timer').textContent()).toMatch(/^\d+ seconds? $/)
  clock.forward(5 * 60_000)
  await page.clock.fastForward('00:40')
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await page.waitForURL('**/pool')
})

it('while the tournament is played home leads to the leaderboard', async ({ open, visit }) => {
  const stage = await open()
  const { page } = await visit(stage, { as: 'newcomer' })
  await page.goto('/home')
  expect(await page.getByRole('link', { name: 'Leaderboard' }).getAttribute('href')).toBe('/pool')
  expect(await page.getByRole('link', { name: /entry/ }).count()).toBe(0)
})

it('a tournament that is over is said to be', async ({ open, visit }) => {
  const stage = await open({ startAt: 'final' })
  await stage.end()
  const { page } = await visit(stage, { as: 'player' })
  await page.goto('/home')
  await page.getByText('The tournament is over. Please check back later.', { exact: true }).waitFor()
})

it('without a tournament every screen says so', async ({ open, visit }) => {
  const stage = await open({ withoutTournament: true })
  const { page } = await visit(stage, { as: 'player' })
  for (const path of ['/home', '/pool', '/golfers']) {
    await page.goto(path)
    await page
      .getByText('The are no tournaments at this time. Please check back later.', { exact: true })
      .waitFor()
  }
})
