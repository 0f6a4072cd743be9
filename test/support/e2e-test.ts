import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type BrowserSession, type BrowserSessionOptions, openBrowserSession } from './e2e-browser-session.ts'
import { openTestInstance, type TestInstance, type TestInstanceOptions } from './e2e-instance.ts'

type Fixtures = {
  browser: Browser
  /** Boots the product, for this test alone. */
  open: (options?: TestInstanceOptions) => Promise<TestInstance>
  /** Opens a browser of its own on it. Afterwards the test fails when its pages had any trouble. */
  openPage: (instance: TestInstance, options?: BrowserSessionOptions) => Promise<BrowserSession>
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
    const instances: TestInstance[] = []
    await use(async (options) => {
      const instance = await openTestInstance(options)
      instances.push(instance)
      return instance
    })
    for (const instance of instances) await instance.close()
  },

  // Visitors leave before the product is closed.
  openPage: async ({ browser, open: _open }, use) => {
    const sessions: BrowserSession[] = []
    await use(async (instance, options) => {
      const openPage = await openBrowserSession(browser, instance, options)
      sessions.push(openPage)
      return openPage
    })
    const pageErrors = sessions.flatMap((openPage) => openPage.pageErrors())
    for (const { context } of sessions) await context.close()
    if (pageErrors.length > 0) throw new Error(`The pages had errors:\n${pageErrors.join('\n')}`)
  },
})

/** Waits until what is read fits, as `await eventually(() => read()).toBe(…)`. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 15_000, interval: 50 })
}
