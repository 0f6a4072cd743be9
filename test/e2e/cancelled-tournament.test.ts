import { expect } from 'vitest'
import { chooseTournamentAction } from '../support/e2e-admin.ts'
import { it } from '../support/e2e-test.ts'

it('what was cancelled before its start says that its picks stay hidden, also after it', async ({ open, openPage }) => {
  const instance = await open({ startsInMs: 3_600_000, rivals: 3 })
  const { db } = instance.app.database
  const { tournamentId } = instance
  const start = new Date(Date.now() - 1000).toISOString()
  const cancelled = { active: 0, cancelled_reason: 'The course is flooded.', start } as const
  await db.updateTable('tournaments').set(cancelled).where('id', '=', tournamentId).execute()
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto(`/pool/${tournamentId}`)
  await page.getByText('It was cancelled before its start, so picks stay hidden.').waitFor()
  expect(await page.getByRole('link', { name: 'All picks as of the lock' }).count()).toBe(0)
  await page.goto(`/picks/${tournamentId}`)
  await page.getByText('This tournament was cancelled before its start.').waitFor()
  expect(await page.getByText('What the pool picked').count()).toBe(0)
})

it('an end before the start says who is told and how long it can be undone, and an admin undoes it', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startsInMs: 3_600_000, rivals: 3 })
  const { page } = await openPage(instance, { as: 'admin' })
  await page.goto('/admin')
  await page.getByRole('button', { name: /^End / }).click()
  const ending = page.getByRole('dialog', { name: /^End / })
  await ending
    .getByText(
      /^The message “Cancelled” is for everyone who has entered\. It reaches nobody\. \d+ people get nothing: their emails become files/,
    )
    .waitFor()
  await ending
    .getByText(/An admin can reopen it until its start, .+\s[A-Z]+[\w+:-]*: entries are then open again as they were/)
    .waitFor()
  await ending.getByRole('button', { name: 'Yes' }).click()
  await page.getByText(/ was ended\.$/).waitFor()
  await page.getByRole('heading', { name: 'Set up the next tournament' }).waitFor()
  await chooseTournamentAction(page, instance.simulator.name, 'Reopen')
  const reopening = page.getByRole('dialog', { name: /^Reopen / })
  await reopening
    .getByText(
      /^A message is for whoever was told that it is cancelled: it is not\. It reaches nobody\. \d+ people get nothing: /,
    )
    .waitFor()
  await reopening.getByText(/Entries are open again as they were, until .+\s[A-Z]+[\w+:-]*\.$/).waitFor()
  await reopening.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('Entries are open, as they were.').waitFor()
  await page.getByRole('link', { name: /^Edit / }).waitFor()

  await page.getByRole('button', { name: /^End / }).click()
  await ending.getByRole('button', { name: 'No' }).click()
  await ending.waitFor({ state: 'hidden' })
})
