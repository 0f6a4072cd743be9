import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { behindPopup, equalRows, findAxeViolations } from '../support/e2e-axe.ts'
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

type Stop = { name: string; isInside: boolean; isSeen: boolean }

/** Presses Tab until the focus is where it was before, and returns where it went. */
async function readStops(page: Page, dialog: Locator): Promise<Stop[]> {
  const stops: Stop[] = []
  await eventually(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await dialog.evaluate(() => document.activeElement?.setAttribute('data-first-stop', ''))
  for (let isBack = false; !isBack && stops.length < 100; ) {
    await page.keyboard.press('Tab')
    const { isFirst, ...stop } = await dialog.evaluate(async (element) => {
      // The end of the dialog passes the focus on to its start.
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      const focused = document.activeElement ?? document.body
      const styles = [null, '::before', '::after'].map((part) => getComputedStyle(focused, part))
      return {
        name: (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40),
        isInside: element.contains(focused),
        isSeen: styles.some(
          ({ outlineStyle, outlineWidth, boxShadow }) =>
            (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
        ),
        isFirst: focused.hasAttribute('data-first-stop'),
      }
    })
    stops.push(stop)
    isBack = isFirst
  }
  return stops
}

/** Axe, and the keyboard: the focus stays inside, is always seen, and returns to the opener. */
async function checkDialog(page: Page, dialogCase: DialogCase): Promise<void> {
  const title = String(dialogCase.title)
  const dialog = await openDialog(page, dialogCase)
  if (!dialogCase.isMenu) {
    const isStopAsNeeded = () =>
      dialog
        .getByRole('region', { name: 'Dialog content' })
        .evaluateAll((bodies) =>
          bodies.every(({ tabIndex, scrollHeight, clientHeight }) => (tabIndex === 0) === scrollHeight > clientHeight),
        )
    await eventually(isStopAsNeeded, `whether the text of ${title} is a stop`).toBe(true)
    const stops = await readStops(page, dialog)
    expect(stops.length, `the stops of ${title}`).toBeLessThan(100)
    for (const { name, isInside, isSeen } of stops)
      expect({ isInside, isSeen }, `the focus on "${name}" in ${title}`).toEqual({ isInside: true, isSeen: true })
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const readFocus = () => page.evaluate(() => document.activeElement?.tagName)
  await eventually(readFocus, `the focus after ${title}`).not.toBe('BODY')
  await openDialog(page, dialogCase)
  expect(await findAxeViolations(page, dialogCase.isMenu ? equalRows : [behindPopup]), title).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

/** On a phone, where every dialog is a sheet. Axe looks at both sizes. */
async function checkDialogs(page: Page, cases: readonly DialogCase[]): Promise<void> {
  await page.setViewportSize(phone)
  for (const dialogCase of cases) await checkDialog(page, dialogCase)
}

describe('axe finds nothing in a dialog, and the keyboard reaches all of it and nothing else', () => {
  it('for a player', async ({ open, openPage }) => {
    const { page } = await openPage(await open({ rivals: 6 }), { as: 'player', chances: true })
    await makeGroup(page)
    await checkDialogs(page, playerDialogs)
  })

  it('for a player before the start', async ({ shared, openPage }) => {
    const instance = await shared({ startAt: 'scheduled', startsInMs: 60 * 60_000 })
    const { page } = await openPage(instance, { as: 'player' })
    const { pool, userId } = await instance.now()
    await checkDialogs(page, listEntrantDialogs(pool.entries.find((entry) => entry.userId === userId)?.id ?? 0))
  })

  it('for organisers', async ({ shared, openPage }) => {
    const instance = await shared({ rivals: 6 })
    const { page } = await openPage(instance, { as: 'admin' })
    await checkDialogs(page, [...adminDialogs, ...listScoreDialogs(instance.tournamentId)])
  })

  it('for organisers who enter scores', async ({ open, openPage }) => {
    const instance = await open({ rivals: 3 })
    const { page } = await openPage(instance, { as: 'admin' })
    await page.goto(`/admin/tournaments/${instance.tournamentId}/scores`)
    await page.getByRole('button', { name: 'Enter scores by hand' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('button', { name: 'Paste a table' }).waitFor()
    await checkDialogs(page, listHandScoreDialogs(instance.tournamentId))
  })

  it('for organisers after a tournament', async ({ open, openPage }) => {
    const instance = await open({ rivals: 3 })
    await instance.startNextTournament()
    // The feed does not know the next event.
    const { page } = await openPage(instance, { as: 'admin', expect: [/status of 404/] })
    await checkDialogs(page, laterAdminDialogs)
  })

  it('for organisers without a tournament', async ({ shared, openPage }) => {
    const { page } = await openPage(await shared({ withoutTournament: true }), { as: 'admin' })
    await checkDialogs(page, earlyAdminDialogs)
  })
})

it('a form begins in its first field, and a question on the safe answer', async ({ open, openPage }) => {
  const instance = await open({ rivals: 3 })
  const { page } = await openPage(instance, { as: 'admin' })
  await page.setViewportSize(phone)
  const cases = [
    [/^Write to players of /, 'TEXTAREA'],
    ['Add a chat', 'INPUT'],
    ['New invitation link', 'SELECT'],
    [/^End /, 'No'],
    ['Send Audit Email', 'No'],
  ] as const
  const readFocus = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      return focused?.tagName === 'BUTTON' ? focused.textContent : focused?.tagName
    })
  for (const [title, focus] of cases) {
    const dialogCase = adminDialogs.find((one) => String(one.title) === String(title))
    if (dialogCase === undefined) throw new Error(`There is no dialog ${title}.`)
    const dialog = await openDialog(page, dialogCase)
    await eventually(readFocus, `the focus in ${title}`).toBe(focus)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
})

it('with the text at 200 %, Close is in sight on a phone, and twice as large', async ({ shared, openPage }) => {
  const { page } = await openPage(await shared({ rivals: 6 }), { as: 'player', chances: true })
  await page.setViewportSize(phone)
  for (const dialogCase of playerDialogs.filter(({ path, isMenu }) => path !== '/groups' && !isMenu)) {
    const dialog = await openDialog(page, dialogCase)
    const close = dialog.getByRole('button', { name: 'Close' })
    const readSize = () => close.evaluate((button) => Number.parseFloat(getComputedStyle(button).fontSize))
    const before = await readSize()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const edge = await close.evaluate((button) => button.getBoundingClientRect().right)
    expect(edge, `the right edge of Close in ${dialogCase.title}`).toBeLessThanOrEqual(phone.width)
    expect(await readSize(), `Close in ${dialogCase.title}`).toBe(2 * before)
    expect(await dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await page.goto('/healthz')
  }
})
