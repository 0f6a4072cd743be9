import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openStage, type Stage, type StageOptions } from './e2e-stage.ts'
import { openVisit, type Visit, type VisitOptions } from './e2e-visit.ts'

type Fixtures = {
  browser: Browser
  /** Boots the product, for this test alone. */
  open: (options?: StageOptions) => Promise<Stage>
  /** Opens a browser of its own on it. Afterwards the test fails when its pages had any trouble. */
  visit: (stage: Stage, options?: VisitOptions) => Promise<Visit>
}

/** A test in a real browser: one for the file, and a product and visitors for each test. */
export const it = test.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs.
    async ({}, use) => {
      const browser = await launchBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  open: async ({}, use) => {
    const stages: Stage[] = []
    await use(async (options) => {
      const stage = await openStage(options)
      stages.push(stage)
      return stage
    })
    for (const stage of stages) await stage.close()
  },

  // Visitors leave before the product is closed.
  visit: async ({ browser, open: _open }, use) => {
    const visits: Visit[] = []
    await use(async (stage, options) => {
      const visit = await openVisit(browser, stage, options)
      visits.push(visit)
      return visit
    })
    const troubles = visits.flatMap((visit) => visit.troubles())
    for (const { context } of visits) await context.close()
    if (troubles.length > 0) throw new Error(`The pages had troubles:\n${troubles.join('\n')}`)
  },
})

/** Waits until what is read fits, as `await eventually(() => read()).toBe(…)`. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 15_000, interval: 50 })
}
