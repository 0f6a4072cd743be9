import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { pick, pickAll } from '../support/e2e-entry-form.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { buildClock } from '../support/test-clock.ts'

/** Shorter than the lifetime of a token. */
const minutesToStart = 4

it('a new player registers, enters, edits the entry on a phone, proves there that it was locked, follows the tournament and finds the result', async ({
  open,
  openPage,
}) => {
  const now = new Date()
  const clock = buildClock(now)
  const start = new Date(now.getTime() + minutesToStart * 60_000)
  const instance = await open({ startAt: 'scheduled', start, clock, rivals: 5 })
  const { page } = await openPage(instance)
  await page.clock.install({ time: now })

  await register(page)
  await page.getByRole('link', { name: 'Create your entry' }).click()
  await pickAll(page)
  await page.getByLabel('What will the winning score be?').fill('-17')
  await page.getByLabel('How many golfers will make the cut?').fill('65')
  await save(page, 'Create')

  await page.getByRole('link', { name: 'Edit your entry' }).click()
  const changed = await pick(page, 'Entry 2', 'Tier C', 7)
  await page.setViewportSize({ width: 390, height: 844 })
  const receipt = await save(page, 'Update')

  await page.getByRole('link', { name: 'Pool', exact: true }).click()
  await page.getByText('You can still edit your entry before the tournament starts.').waitFor()
  expect(await page.getByText('The player', { exact: true }).count()).toBe(1)

  await page.clock.fastForward(minutesToStart * 60_000)
  // The server's clock decides.
  await page.goto('/picks')
  await page.getByText('Come back after the start').waitFor()
  clock.set(new Date(start.getTime() + 1000))
  instance.simulator.advanceTo('round-1-middle')
  await instance.ask()
  await page.goto('/entry/new')
  await page.waitForURL('**/home')
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  const goTo = page.getByRole('button', { name: /^Go to Entry/ })
  await eventually(() => goTo.count()).toBe(3)
  await goTo.nth(1).click()
  const own = page.getByRole('row').filter({ hasText: 'The stranger 2' })
  await eventually(() => own.textContent()).toContain(changed.split(' ').at(-1))

  await checkReceipt(page, receipt)
  await page.goBack()

  const before = await page.title()
  instance.simulator.advanceTo('round-3-middle')
  await instance.ask()
  await eventually(() => page.title()).not.toBe(before)

  instance.simulator.advanceTo('final')
  await instance.ask()
  await page.getByText('Final', { exact: true }).first().waitFor()
  await instance.end()
  await page.goto('/results')
  await page.getByRole('heading', { name: 'Results for The stranger' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: instance.simulator.name })
  await row.waitFor()
  const places = await row.getByRole('cell').allTextContents()
  expect(places.slice(-3).map((place) => /(\d+|--)\D*$/.test(place))).toEqual([true, true, true])
  await page.getByText(changed).first().waitFor()
  await row.getByRole('link', { name: instance.simulator.name }).click()
  await page.getByText('Final', { exact: true }).first().waitFor()
  await eventually(() => goTo.count()).toBe(3)
})

async function register(page: Page): Promise<void> {
  await page.goto('/authentication/register')
  await page.waitForURL(/\/Identity\/Account\/Register\?/)
  await page.getByLabel('Name').fill('The stranger')
  await page.getByLabel('Email').fill('stranger@example.com')
  await page.getByLabel('Password', { exact: true }).fill('three-putts-from-home')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome The stranger' }).waitFor()
}

/** Returns the receipt. */
async function save(page: Page, name: 'Create' | 'Update'): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Success', exact: true })
  await dialog.getByText('Entry was successfully saved.', { exact: true }).waitFor()
  await dialog.getByText('Your receipt').click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const receipt = await readFile(await (await downloading).path(), 'utf8')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/home')
  return receipt
}

/** What the pool picked is what the table of all picks has, counted. */
async function checkPoolPicks(page: Page): Promise<void> {
  const readCells = async (table: string) => {
    const rows = await page.getByRole('table', { name: table }).locator('tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  }
  const picks = (await readCells('All picks')).map(([, golfers = '']) => golfers.split(', '))
  for (const [index, tier] of ['A', 'B', 'C', 'D'].entries()) {
    const shown = await readCells(`What the pool picked in tier ${tier}`)
    const counts = shown.map(([golfer]) => picks.filter((row) => row[index] === golfer).length)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(picks.length)
    const shares = counts.map((count) => Math.round((count * 100) / picks.length))
    expect(shown.map(([, entries]) => entries)).toEqual(counts.map((count, row) => `${count} ${shares[row]}%`))
    const first = shown[0]?.[0] ?? ''
    expect(await page.locator('p', { hasText: 'Consensus entry:' }).textContent(), tier).toContain(first)
  }
  await page.getByText(/^Your entr(y [123] is the closest to the pool|ies are equally close)/).waitFor()
}

async function checkReceipt(page: Page, receipt: string): Promise<void> {
  await page.getByRole('link', { name: 'All picks as of the lock' }).click()
  const row = page.getByRole('table', { name: 'All picks' }).getByRole('row').nth(1)
  expect((await row.textContent())?.split(', ')).toHaveLength(4)
  await checkPoolPicks(page)
  await page.locator('summary', { hasText: 'How can I check this?' }).click()
  const proven = page.getByText('This receipt is what was locked.')
  const file = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from(receipt) }
  await page.getByLabel('Or its file').setInputFiles(file)
  await proven.waitFor()
  await page.getByText('This pool has signed it, with its key of').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const field = page.getByLabel('Your receipt, or the email with it')
  await field.fill(receipt.replace('-17', '-18'))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('This receipt was changed after it was made').waitFor()
  expect(await proven.count()).toBe(0)
  await field.fill(receipt)
  await page.getByRole('button', { name: 'Check' }).click()
  await proven.waitFor()
}
