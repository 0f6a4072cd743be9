import { expect } from 'vitest'
import { emptyFee } from '#domain/payments/fee.ts'
import { chooseTournamentAction } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

it('everybody is marked as paid in two presses, a prize in one, and the money of the season adds up', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'final', rivals: 9 })
  const { db } = instance.app.database
  const payouts = '1st: 50%\n2nd: 30%\n3rd: 10%'
  const fee = { ...emptyFee, price: '10 GBP', payouts, tiesByAnswers: true }
  // Everybody has the same golfers, who have all finished, so that each place is shared.
  const { pool, board } = await instance.now()
  const finished = new Set(board.golfersScores.filter(({ isDNF }) => !isDNF).map(({ espnId }) => espnId))
  for (const pick_index of Array.from({ length: 12 }, (_, index) => index)) {
    const ofTier = pool.players.filter(({ tier, espnId }) => tier === pick_index % 4 && finished.has(espnId))
    const player_id = ofTier[Math.floor(pick_index / 4)]?.id ?? 0
    await db.updateTable('selections').set({ player_id }).where('pick_index', '=', pick_index).execute()
  }
  await db
    .updateTable('tournaments')
    .set((eb) => ({ fee: JSON.stringify(fee), version: eb('version', '+', 1) }))
    .execute()
  const { page } = await openPage(instance, { as: 'power' })

  // What the organiser sees before the end is the order that everybody sees afterwards.
  await page.goto('/admin')
  await page.getByRole('button', { name: /^End/ }).first().click()
  const end = page.getByRole('dialog', { name: /^End / })
  const order = /^The answers decide who gets which prize of those who tie for 1st\. Until /
  await end.getByText(order).waitFor()
  await end
    .getByLabel(/^True answer/)
    .first()
    .fill('-12')
  await end.getByText(/^The prizes of those who tie go by the answers \(-12\)\. T1: /).waitFor()
  await end.getByRole('button', { name: 'Yes' }).click()
  await page
    .getByText(/ was ended\./)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Mark who has paid' }).click()
  const list = page.getByRole('dialog', { name: /^Entrants of / })
  const people = pool.entries.length
  await list.getByText(`£0 of £${people}0 received`).waitFor()
  await list.getByRole('button', { name: 'Mark all as paid' }).click()
  await list.getByText(`£${people}0 of £${people}0 received`).waitFor()
  await list.getByRole('button', { name: `Undo ${people}` }).waitFor()
  expect(await list.getByRole('button', { name: 'Mark all as paid' }).count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Set up the next tournament' }).waitFor()

  // Other answers afterwards: whom that tells, before they are saved.
  await chooseTournamentAction(page, instance.simulator.name, 'Decide ties')
  const ties = page.getByRole('dialog', { name: /^Ties of / })
  const told = ties.getByText(
    /^The message that they have changed is for everyone who has got the results\. It reaches nobody\.$/,
  )
  const answer = ties.getByLabel(/^True answer/).first()
  await answer.waitFor()
  expect(await told.count()).toBe(0)
  await answer.fill('-11')
  await told.waitFor()
  await ties.getByRole('button', { name: 'No' }).click()

  await page.goto('/pool')
  const line = page.getByText(
    /^The prizes of those who tie go by the answers \(-12\)\. T1: .*The true answers are from The power\.$/,
  )
  await line.waitFor()
  await page.getByRole('button', { name: 'Payouts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payouts' })
  // The payouts stand there until who gets them has loaded.
  const prize = dialog
    .getByRole('listitem')
    .filter({ hasText: /1st.*£/ })
    .first()
  const paid = Number((await prize.textContent())?.match(/£([\d.]+)/)?.[1])
  await prize.getByRole('checkbox', { name: /^Paid out: 1st, / }).click()
  await dialog.getByText('paid out', { exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/season')
  await page.getByText('Fees and prizes', { exact: true }).click()
  const sums = page.getByRole('table', { name: 'Fees and prizes' }).getByRole('row').last()
  await sums.waitFor()
  const all = people * 9
  expect(await sums.getByRole('cell').allTextContents()).toEqual([
    `£${people}0.00 paid`,
    `£${paid.toFixed(2)} paid, £${(all - paid).toFixed(2)} due`,
    '',
  ])
  expect(await findAxeViolations(page)).toEqual([])
})
