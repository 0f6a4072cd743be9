import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addLockedChange, inTransaction, setEntryWithdrawal } from '#built/harness.mjs'
import { boardOf } from '../support/e2e-board.ts'
import { it } from '../support/e2e-test.ts'

const phone = { width: 390, height: 844 }

const topOfFirstRow = (page: Page) =>
  boardOf(page, 'Pool standings')
    .locator('tbody tr[data-key]')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top)

it('what was changed after the lock is said above the board, which does not move on a phone', async ({
  open,
  openPage,
}) => {
  const instance = await open({ rivals: 9 })
  const { db } = instance.app.database
  const { page } = await openPage(instance, { as: 'player' })
  await page.setViewportSize(phone)
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  const before = await topOfFirstRow(page)
  expect(await page.getByRole('button', { name: /changes? after the lock/ }).count()).toBe(0)
  const { userId } = await instance.account('power')
  const { tournamentId } = instance
  const { id: entryId } = await db.selectFrom('entries').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await inTransaction(db, async (trx) => {
    const now = new Date()
    const withdrawal = { withdrawn_at: now.toISOString(), withdrawn_by: userId, withdrawal_reason: 'Not paid' }
    await setEntryWithdrawal(trx, entryId, withdrawal)
    await addLockedChange(trx, { kind: 'entry-removed', tournamentId, userId, entryId, reason: 'Not paid' }, now)
    const details = [{ field: 'payouts', before: '1st: 60%', after: '1st: 60%\n2nd: 40%' }] as const
    await addLockedChange(trx, { kind: 'details-changed', tournamentId, userId, details }, now)
  })
  await page.reload()
  await boardOf(page, 'Pool standings').waitFor()
  const button = page.getByRole('button', { name: '2 changes after the lock', exact: true })
  await button.waitFor()
  expect(await topOfFirstRow(page)).toBe(before)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Changed after the lock' })
  await dialog.getByRole('listitem').first().waitFor()
  const [removal, details] = await dialog.getByRole('listitem').allInnerTexts()
  expect(removal).toMatch(/^The entry of .+ was removed\s+Not paid\s+The power, /)
  // Each payout is on its own line.
  expect(details).toMatch(
    /^Changed: the payouts[\s\S]+Before, the payouts\s+1st: 60%\s+Since then\s+1st: 60%\n2nd: 40%$/,
  )
})
