import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { App } from '#server/app/app.ts'
import { boardOf } from '../support/e2e-board.ts'
import type { BrowserSessionOptions } from '../support/e2e-browser-session.ts'
import { buildWeb, readMark, redeploy, settle } from '../support/e2e-deployment.ts'
import { eventually, it } from '../support/e2e-test.ts'

let folders: { first: string; second: string }
const running: App[] = []

beforeAll(() => {
  folders = { first: buildWeb('first'), second: buildWeb('second') }
})
afterAll(async () => {
  for (const app of running) await app.close()
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
})

const asPlayer: BrowserSessionOptions = {
  as: 'player',
  // The update check of a page whose script is gone, prefetches during the deployment, and requests whose token a renewal
  // has just replaced, because the clock jumps past its expiry.
  expect: [/status of 404/, /status of 401/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_(RESET|REFUSED)/],
}

function database() {
  return {
    kind: 'sqlite',
    file: join(mkdtempSync(join(tmpdir(), 'player-pool-update-')), 'pool.db'),
  } as const
}

for (const serviceWorkers of ['block', 'allow'] as const) {
  const title = serviceWorkers === 'allow' ? 'with' : 'without'
  it(`${title} a service worker a page announces the next version, keeps working, and refreshes into it`, async ({
    open,
    openPage,
  }) => {
    const instance = await open({ webFolder: folders.first, database: database() })
    const { page } = await openPage(instance, { ...asPlayer, serviceWorkers })
    await page.clock.install()
    await page.goto('/pool')
    await boardOf(page, 'Pool standings').waitFor()
    expect(await readMark(page)).toBe('first')
    if (serviceWorkers === 'allow') await settle(page)
    else await page.clock.fastForward('00:06')
    running.push(await redeploy(instance, { webFolder: folders.second }))
    expect(await page.getByText('Update Available!').count()).toBe(0)
    await page.clock.fastForward('30:00')
    await page.getByText('Update Available!').waitFor()
    if (serviceWorkers === 'allow') {
      // A screen that was not opened before, of a version that the server no longer has.
      await page.getByRole('link', { name: 'Results' }).click()
      await page.getByRole('heading', { name: 'Results for The player' }).waitFor()
    }
    await page.getByRole('button', { name: 'Refresh' }).click()
    await eventually(() => readMark(page).catch(() => undefined)).toBe('second')
    await page.clock.fastForward('30:06')
    expect(await page.getByText('Update Available!').count()).toBe(0)
  })
}

it('offline the last opened version opens', async ({ open, openPage }) => {
  const instance = await open({ webFolder: folders.first, database: database() })
  const { page, context } = await openPage(instance, { ...asPlayer, serviceWorkers: 'allow' })
  await page.clock.install()
  await page.goto('/pool')
  await boardOf(page, 'Pool standings').waitFor()
  await settle(page)
  running.push(await redeploy(instance, { webFolder: folders.second }))
  await page.reload()
  await boardOf(page, 'Pool standings').waitFor()
  expect(await readMark(page)).toBe('second')
  await page.clock.fastForward('00:06')
  await eventually(() => page.evaluate(readWorkers)).toEqual({ shells: 2, underWay: false })
  await context.setOffline(true)
  await page.reload()
  await boardOf(page, 'Pool standings').waitFor()
  expect(await readMark(page)).toBe('second')
  await page.clock.fastForward('30:06')
  expect(await page.getByText('Update Available!').count()).toBe(0)
})

/** The number of cached builds, and whether a worker is still being installed. */
async function readWorkers(): Promise<{ shells: number; underWay: boolean }> {
  const registration = await navigator.serviceWorker.getRegistration()
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
  const underWay = registration === undefined || (registration.installing ?? registration.waiting) !== null
  return { shells: names.length, underWay }
}
