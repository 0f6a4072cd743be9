import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { emptyFee } from '#domain/payments/fee.ts'
import { writeBrandingFiles } from '../support/branding-files.ts'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf } from '../support/e2e-board.ts'
import { eventually, it } from '../support/e2e-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'branding-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Every session fails if the page's policy is violated.
it('the name, the logo, the accent, the house rules and whether nothing is sent are on every screen', async ({
  open,
  openPage,
}) => {
  const { logoFile, rulesFile } = writeBrandingFiles(folder)
  const branding = { name: 'Old Mill Golf Club', logoFile, accent: '#0b6e4f', rulesFile }
  const instance = await open({ branding, outbound: 'off' })
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/home')
  const outbound = page.getByText('Nothing is sent from here')
  await outbound.waitFor()
  const masthead = page.getByRole('banner')
  await masthead.getByRole('link', { name: 'Old Mill Golf Club' }).waitFor()
  await eventually(() => page.title()).toBe('Old Mill Golf Club')
  const logo = masthead.locator('img')
  await eventually(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const button = page.getByRole('link', { name: 'Leaderboard' })
  await eventually(() => button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(11, 110, 79)')

  await page.getByRole('link', { name: 'House rules' }).click()
  await page.getByRole('heading', { name: 'Splitting the pot' }).waitFor()
  expect(await page.getByText('<script>alert(1)</script>').count()).toBe(1)
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  await page.getByRole('link', { name: 'House rules' }).waitFor()
  // The tab titles of the board are fixed.
  expect(await page.title()).toMatch(/ - Player Pool$/)
  expect(await findAxeViolations(page, equalRows)).toEqual([])

  await page.getByRole('button', { name: 'How scoring works' }).click()
  const help = page.getByRole('dialog', { name: 'How scoring works' })
  await help.getByRole('heading', { name: 'Splitting the pot' }).waitFor()
  for (const rule of ['a line through it', 'With two golfers out, the entry is out too']) {
    await help.getByText(rule).waitFor()
  }
  expect(await findAxeViolations(page, equalRows)).toEqual([])

  // House rules of the tournament replace those of the pool, and stand beside its payouts.
  const fee = JSON.stringify({ ...emptyFee, price: '20 USD', payouts: '1st: 100%' })
  const changes = { fee, house_rules: '# No gimmes', version: 1000 }
  await instance.app.database.db.updateTable('tournaments').set(changes).execute()
  await page.reload()
  await page.getByRole('button', { name: 'Payouts' }).click()
  const payouts = page.getByRole('dialog', { name: 'Payouts' })
  await payouts.getByRole('heading', { name: 'No gimmes' }).waitFor()
  await payouts.getByText('You owe $20.00').waitFor()
  expect(await findAxeViolations(page, equalRows)).toEqual([])

  // Whoever has not entered by the start owes nothing.
  const { page: watching } = await openPage(instance, { as: 'power' })
  await watching.goto('/home')
  await watching.getByText('The pot is').waitFor()
  expect(await watching.getByText('$20.00', { exact: true }).count()).toBe(0)

  await page.goto('/pool?view=wall')
  await outbound.waitFor()
  await page.getByRole('main').getByText('Old Mill Golf Club').waitFor()

  await page.goto('/Identity/Account/Register')
  await outbound.waitFor()
  expect(await page.getByRole('banner').textContent()).toBe('Old Mill Golf Club')
  expect(await findAxeViolations(page)).toEqual([])
})
