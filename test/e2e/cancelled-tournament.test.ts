import { expect } from 'vitest'
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
})
