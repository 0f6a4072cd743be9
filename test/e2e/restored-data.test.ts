import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { addLockedChange, inTransaction, setEntryWithdrawal, setRole } from '#built/harness.mjs'
import { eventually, it } from '../support/e2e-test.ts'

const hourMs = 60 * 60_000

/** Opens the pool and waits until its board is in the offline cache. */
async function cacheBoard(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/pool')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.fastForward('00:06')
  await eventually(async () => {
    await page.clock.runFor(1000)
    return page.evaluate(async () => (await (await caches.open('last-board')).keys()).length)
  }).toBe(4)
}

/** Until it is released, the server's responses to these requests wait. */
async function holdResponses(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('after a reload, what is restored from the last visit decides nothing', () => {
  it('somebody who has become an organiser stays on the Admin page', async ({ open, openPage }) => {
    const instance = await open()
    const { page } = await openPage(instance, { as: 'newcomer' })
    await cacheBoard(page)
    const { userId } = await instance.account('newcomer')
    await setRole(instance.app.database.db, userId, 'power', true)
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor()
  })

  it('somebody whose entry has been removed gets the form of a new one', async ({ open, openPage }) => {
    const instance = await open({ startAt: 'scheduled', startsInMs: hourMs })
    const { page } = await openPage(instance, { as: 'player' })
    await cacheBoard(page)
    const { userId } = await instance.account('player')
    const { tournamentId } = instance
    const { db } = instance.app.database
    const own = db.selectFrom('entries').select('id').where('user_id', '=', userId)
    const { id } = await own.executeTakeFirstOrThrow()
    await inTransaction(db, async (trx) => {
      const now = new Date()
      await setEntryWithdrawal(trx, id, {
        withdrawn_at: now.toISOString(),
        withdrawn_by: userId,
        withdrawal_reason: null,
      })
      await addLockedChange(trx, { kind: 'entry-removed', tournamentId, userId, entryId: id, reason: '' }, now)
    })
    await page.goto('/entry/new')
    await page.getByRole('button', { name: 'Create' }).waitFor()
  })

  it('with a new tournament its form opens', async ({ open, openPage }) => {
    const instance = await open()
    const { page } = await openPage(instance, { as: 'player', expect: [/status of 404/] })
    await cacheBoard(page)
    await instance.startNextTournament()
    await page.goto('/entry/new')
    await page.getByRole('button', { name: 'Create' }).waitFor()
  })

  it('a link to an entry that is not in the pool says so once the server has said it', async ({ open, openPage }) => {
    const instance = await open()
    const { page } = await openPage(instance, { as: 'player' })
    await cacheBoard(page)
    const release = await holdResponses(page, /\/api\/tournament\/\d+\?/)
    await page.goto('/pool?entry=999-1')
    await page.getByRole('table', { name: 'Pool standings' }).waitFor()
    const notice = page.getByText('This link is to an entry that isn’t in this pool.')
    expect(await notice.count()).toBe(0)
    release()
    await notice.waitFor()
  })
})
