import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { api } from '#contract/paths.ts'
import { type ScoreSheetSubmission, scoreSheet } from '#contract/score-sheet-contract.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { chooseTournamentAction } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { fetchXsrfPair } from '../support/xsrf-pair.ts'

const cell = (page: Page, column: string, name: string) => page.getByLabel(`${column}, ${name}`, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const listNames = async (page: Page) =>
  (await page.getByRole('table', { name: 'Scores' }).getByRole('rowheader').allTextContents()).map((text) =>
    text.replace(/^\d+ /, ''),
  )

/** Another organiser publishes. */
async function publishElsewhere(instance: TestInstance, change: (body: ScoreSheetSubmission) => void): Promise<void> {
  const address = `http://127.0.0.1:${instance.app.config.listen.port}`
  const path = address + api.adminScores(instance.tournamentId)
  const authorization = `Bearer ${await mintAccessToken(instance.app, await instance.account('admin'))}`
  const { version, inUse, document } = scoreSheet.parse(
    await (await fetch(path, { headers: { authorization } })).json(),
  )
  const body = { version, inUse, document }
  change(body)
  const headers = { authorization, 'content-type': 'application/json', ...(await fetchXsrfPair(address)) }
  const response = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}

it('organisers enter the scores by hand, together, and return to the feed', async ({ open, openPage }) => {
  const instance = await open()
  const { page } = await openPage(instance, { as: 'power', expect: [/status of 409/] })
  const viewer = (await openPage(instance, { as: 'player' })).page
  await viewer.goto('/golfers')
  await viewer.getByText(/^Updated \d/).waitFor()
  await page.goto('/admin')
  await chooseTournamentAction(page, instance.simulator.name, 'Enter scores')
  await page.getByText('Scores come from the feed.').waitFor()
  await press(page, 'Enter scores by hand')
  await press(page, 'Yes')

  // The board says so at once.
  await page.getByRole('table', { name: 'Scores' }).waitFor()
  await viewer.getByText('Updated by hand').waitFor()
  await viewer
    .locator('footer')
    .getByText(/^Scores entered by the organisers at \d/)
    .waitFor()
  expect(await findAxeViolations(page, ['tbody tr:nth-child(n+2)'])).toEqual([])

  // The keys of a spreadsheet: golfers who were picked come first.
  const [first = '', second = '', third = ''] = await listNames(page)
  const { pool } = await instance.now()
  const picked = new Set(pool.picks)
  expect(picked.has(pool.players.findIndex(({ name }) => name === first))).toBe(true)
  await cell(page, 'R1', first).focus()
  await page.keyboard.type('12')
  await page.keyboard.press('Escape')
  expect(await cell(page, 'R1', first).inputValue()).not.toBe('12')
  await page.keyboard.type('66')
  await page.keyboard.press('Enter')
  expect(await cell(page, 'R1', second).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await cell(page, 'R2', first).evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '12\t\t\n70\t\t\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect(await cell(page, 'R2', second).inputValue()).toBe('70')

  // Errors name row and field, and get the focus; nothing typed is lost by a reload.
  await press(page, 'Publish')
  await page.getByText(`Row 1 (${first}): round 2 must be 50 to 120 strokes, not 12.`).waitFor()
  await eventually(() => cell(page, 'R2', first).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.reload()
  await eventually(() => cell(page, 'R2', first).inputValue()).toBe('12')
  await cell(page, 'R2', first).fill('65')

  // Another organiser publishes: their other cells arrive, and the one that both have changed shows both.
  await page.getByLabel('Projected cut').fill('+4')
  await publishElsewhere(instance, ({ document }) => {
    if (document) document.event.cut = { afterRound: 2, toPar: 3 }
    for (const golfer of document?.golfers ?? []) {
      if (golfer.name === first) Object.assign(golfer, { rounds: [71, 72], today: null, thru: null, toPar: null })
      if (golfer.name === third) Object.assign(golfer, { rounds: [77, 78], today: null, thru: null, toPar: null })
    }
  })
  await press(page, 'Publish')
  await page.getByText('Everyone sees them at once').waitFor()
  await press(page, 'Yes')
  await page.getByText('The admin has published other scores than you').waitFor()
  await page.getByText('theirs: 71').waitFor()
  await page.getByText('theirs: +3').waitFor()
  expect(await cell(page, 'R1', first).inputValue()).toBe('66')
  expect(await cell(page, 'R1', third).inputValue()).toBe('77')
  await press(page, 'Publish')
  await press(page, 'Yes')
  await page.getByText('As published').waitFor()
  const rowOf = async (name: string) =>
    (await instance.now()).board.golfersScores.find(({ fullName }) => fullName === name)
  await eventually(async () => (await rowOf(first))?.round1Score).toBe('66')
  expect(await rowOf(first)).toMatchObject({ round2Score: '65', thru: 'F' })
  expect((await rowOf(third))?.round1Score).toBe('77')

  // A wrong table of the whole field, with ten unclear names.
  const names = await listNames(page)
  const isUnclear = (index: number) => index % 15 === 3 && index < 150
  const lines = names.map((name, index) => `${isUnclear(index) ? `${name.slice(0, 3)} Xxqz` : name}\t70`)
  await press(page, 'Paste a table')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`Player\tR1\n${lines.join('\n')}`)
  // A screen reader reads a text only in a region that stood there before it.
  await dialog.locator('[role=status]:empty').evaluate((element) => element.setAttribute('data-stood', ''))
  await press(page, `Match ${names.length} names`)
  const matched = `${names.length - 10} of ${names.length} names matched`
  await dialog.locator('[data-stood]', { hasText: matched }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await dialog.getByRole('button', { name: /^Fill/ }).isDisabled()).toBe(true)
  await dialog
    .getByRole('combobox')
    .first()
    .selectOption({ label: names[3] ?? '' })
  for (let left = 9; left > 0; left -= 1) await dialog.getByRole('button', { name: /^Skip/ }).first().click()
  await press(page, `Fill ${names.length - 9} rows`)
  expect(await cell(page, 'R1', names[3] ?? '').inputValue()).toBe('70')
  await press(page, 'Discard changes')
  await press(page, 'Yes')

  await press(page, 'Back to automatic scores')
  await press(page, 'Yes')
  await viewer.getByText(/^Updated \d/).waitFor()
  expect((await rowOf(first))?.round1Score).not.toBe('66')
})
