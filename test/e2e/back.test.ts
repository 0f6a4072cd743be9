import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { chooseTournamentAction } from '../support/e2e-admin.ts'
import { boardOf } from '../support/e2e-board.ts'
import {
  adminDialogs,
  type DialogCase,
  earlyAdminDialogs,
  laterAdminDialogs,
  listEntrantDialogs,
  listHandScoreDialogs,
  listScoreDialogs,
  makeGroup,
  openDialog,
  playerDialogs,
} from '../support/e2e-dialogs.ts'
import { eventually, it } from '../support/e2e-test.ts'

const phone = { width: 390, height: 844 }

const inAnHour = { startAt: 'scheduled', startsInMs: 60 * 60_000 } as const

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

/** Links from page to page on a phone: the page, the name of the link, and the path that it leads to. */
const links = [
  ['/home', 'Leaderboard', '/pool'],
  ['/home', 'Golfers', '/golfers'],
  ['/pool', 'Results', '/results'],
  ['/pool', 'All picks as of the lock', '/picks/'],
  ['/golfers', 'Pool', '/pool'],
  ['/golfers', 'Results', '/results'],
  ['/results', 'Golfers', '/golfers'],
  ['/results', 'Pool', '/pool'],
] as const

/** Opens each dialog and presses Back. Returns the number of steps. */
async function walk(page: Page, cases: readonly DialogCase[]): Promise<number> {
  for (const dialogCase of cases) {
    const { path, title } = dialogCase
    const dialog = await openDialog(page, dialogCase)
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname, `after ${title}`).toBe(path)
    expect(new URL(page.url()).search, `after ${title}`).toBe('')
    expect(await page.getByRole('dialog').count(), `dialogs after ${title}`).toBe(0)
  }
  return cases.length
}

it('on a phone, Back after each of 50 steps returns to where the step began', async ({ open, openPage }) => {
  const live = await open({ rivals: 6 })
  const { page } = await openPage(live, { as: 'player', chances: true })
  await page.setViewportSize(phone)
  await makeGroup(page)
  let steps = await walk(page, playerDialogs)

  for (const [path, name, target] of links) {
    await page.goto(path)
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.waitForURL((url) => url.pathname.startsWith(target))
    await page.goBack()
    await page.waitForURL((url) => url.pathname === path)
    steps += 1
  }
  // Links of a menu, which is not open again afterwards.
  await page.goto('/home')
  for (const [name, path] of [
    ['Notifications', '/notifications'],
    ['Groups', '/groups'],
  ] as const) {
    await menu(page).click()
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.waitForURL(`**${path}`)
    await page.goBack()
    await page.waitForURL('**/home')
    expect(await page.locator(':popover-open').count()).toBe(0)
    steps += 1
  }

  // The feed does not know the event of the next tournament.
  const { page: admin } = await openPage(live, { as: 'admin', expect: [/status of 404/] })
  await admin.setViewportSize(phone)
  steps += await walk(admin, [...adminDialogs, ...listScoreDialogs(live.tournamentId)])

  const early = await open({ ...inAnHour })
  const entryId = (await early.now()).pool.entries.find(({ userId }) => userId === 1)?.id ?? 0
  const { page: entrant } = await openPage(early, { as: 'player' })
  await entrant.setViewportSize(phone)
  steps += await walk(entrant, listEntrantDialogs(entryId))

  await admin.getByRole('button', { name: 'Enter scores by hand' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await admin.getByRole('button', { name: 'Paste a table' }).waitFor()
  steps += await walk(admin, listHandScoreDialogs(live.tournamentId))
  await live.startNextTournament()
  await admin.goto('/home')
  steps += await walk(admin, laterAdminDialogs)

  const empty = await open({ withoutTournament: true })
  const { page: organiser } = await openPage(empty, { as: 'admin' })
  await organiser.setViewportSize(phone)
  steps += await walk(organiser, earlyAdminDialogs)
  expect(steps).toBe(50)
})

describe('after a dialog', () => {
  it('that a button, Escape or the backdrop has closed, Back leaves the page', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared({ rivals: 0 }), { as: 'player' })
    const dialog = page.getByRole('dialog')
    const ways = [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]
    for (const close of ways) {
      await page.goto('/home')
      await page.getByRole('link', { name: 'Leaderboard' }).click()
      await page.getByRole('button', { name: 'How scoring works' }).click()
      await dialog.waitFor()
      await close()
      await dialog.waitFor({ state: 'hidden' })
      await eventually(() => page.evaluate(() => history.state)).toBeNull()
      await page.goBack()
      await page.waitForURL('**/home')
    }
  })

  it('Forward opens an entry again, which has an address, but not a question', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared({ rivals: 0 }), { as: 'player' })
    const dialog = page.getByRole('dialog')
    await page.goto('/pool')
    const entry = boardOf(page, 'Pool standings').getByRole('button', { name: /details of/ })
    await entry.first().click()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    await page.goForward()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'How scoring works' }).click()
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    await page.evaluate(
      () =>
        new Promise((arrive) => {
          addEventListener('popstate', arrive, { once: true })
          history.forward()
        }),
    )
    // The step has nothing to show, and is left again.
    await eventually(() => page.evaluate(() => history.state)).toBeNull()
    expect(await dialog.count()).toBe(0)
  })

  it('a reload closes it, and Back leaves the page; the sheet with an address below it stays', async ({
    shared,
    openPage,
  }) => {
    const { page } = await openPage(await shared({ rivals: 0 }), { as: 'player' })
    const dialog = page.getByRole('dialog')
    await page.goto('/home')
    await page.getByRole('link', { name: 'Leaderboard' }).click()
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'How scoring works' }).click()
    await dialog.waitFor()
    await page.reload()
    await boardOf(page, 'Pool standings').waitFor()
    expect(await dialog.count()).toBe(0)
    await eventually(() => page.evaluate(() => history.state)).toBeNull()
    await page.goBack()
    await page.waitForURL('**/home')
    await page.goForward()
    const entry = boardOf(page, 'Pool standings').getByRole('button', { name: /details of/ })
    await entry.first().click()
    await dialog.waitFor()
    await page.reload()
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/pool')
    await page.goBack()
    await page.waitForURL('**/home')
  })

  it('about a save, Back leads to the form without it, and then to where the form was opened', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ ...inAnHour, rivals: 0 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.setViewportSize(phone)
    const success = page.getByRole('dialog', { name: 'Success' })
    const answer = page.getByLabel('What will the winning score be?')
    await page.goto('/pool')
    await page.getByRole('link', { name: 'Edit entry' }).click()
    await answer.fill('-18')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await success.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/home')
    await page.goBack()
    await answer.waitFor()
    expect(await answer.inputValue()).toBe('-18')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/pool')
  })
})

it('Back closes the question over a list, and then the list', async ({ shared, openPage }) => {
  const instance = await shared({ rivals: 3 })
  const { page } = await openPage(instance, { as: 'admin' })
  await page.goto('/admin')
  await chooseTournamentAction(page, instance.simulator.name, 'Entrants')
  const list = page.getByRole('dialog', { name: /^Entrants of / })
  await list.getByRole('button', { name: 'Remove' }).first().click()
  await page.getByRole('dialog', { name: /^Remove the entry of / }).waitFor()
  await page.goBack()
  await list.waitFor()
  await eventually(() => page.evaluate(() => history.state)).toEqual({ steps: 1 })
  await page.goBack()
  await list.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/admin')
})

it('a replay that a menu has opened stays when the menu closes, and an owner of a golfer opens over the board', async ({
  shared,
  openPage,
}) => {
  const instance = await shared({ rivals: 3 })
  const { page } = await openPage(instance, { as: 'player' })
  await page.setViewportSize(phone)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('region', { name: 'Replay' }).waitFor()
  await eventually(() => page.evaluate(() => history.state)).toBeNull()
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d+$/)
  await page.goBack()
  await page.waitForURL('**/home')

  await page.goto('/pool')
  await boardOf(page, 'Pool standings').locator('tbody td').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('list').getByRole('link').first().click()
  await page.waitForURL('**/pool?entry=*')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForURL('**/pool')
  await page.goForward()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/pool')
  expect(new URL(page.url()).search).toBe('')
})
