import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchTestBrowser } from './browser.ts'
import { type BrowserAddress, openBrowserAddress } from './e2e-address.ts'
import { type BrowserSession, type BrowserSessionOptions, openBrowserSession } from './e2e-browser-session.ts'
import { openTestInstance, type SharedInstance, type TestInstance, type TestInstanceOptions } from './e2e-instance.ts'
import { type BrowserTabs, createBrowserTabs } from './e2e-tabs.ts'

type Fixtures = {
  browser: Browser
  addresses: BrowserAddress[]
  /** Returns an address that no other instance of the test has. */
  takeAddress: (suits?: (address: BrowserAddress) => boolean) => Promise<BrowserAddress>
  instances: InstanceCache
  /** Starts the product for this test alone, at an address that the test has taken if it must know it before. */
  open: (options?: TestInstanceOptions, address?: BrowserAddress) => Promise<TestInstance>
  /** The product with these options, shared by all tests that only look at it. Fails a test that changes it. */
  shared: (options?: TestInstanceOptions) => Promise<SharedInstance>
  /** Opens a browser session. The test fails if its pages report errors that it does not expect. */
  openPage: (instance: SharedInstance, options?: BrowserSessionOptions) => Promise<BrowserSession>
  tabs: BrowserTabs
}

/** A test in a real browser. The browser serves all files of a worker; each test has its own sessions. */
export const it = test.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs.
    async ({}, use) => {
      const browser = await launchTestBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],

  instances: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const instances = createInstanceCache()
      await use(instances)
      await instances.close()
    },
    { scope: 'worker' },
  ],

  addresses: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const addresses: BrowserAddress[] = []
      await use(addresses)
      for (const address of addresses) address.close()
    },
    { scope: 'worker' },
  ],

  takeAddress: async ({ addresses }, use) => {
    const taken = new Set<BrowserAddress>()
    await use(async (suits = () => true) => {
      const free = addresses.filter((address) => !taken.has(address))
      const address = free.find(suits) ?? free[0] ?? (await openBrowserAddress())
      if (!addresses.includes(address)) addresses.push(address)
      taken.add(address)
      return address
    })
  },

  open: async ({ takeAddress }, use) => {
    const instances: TestInstance[] = []
    await use(async (options, taken) => {
      const address = taken ?? (await takeAddress())
      const instance = await openTestInstance({ ...options, publicPort: address.port })
      await address.leadTo(instance.app)
      instances.push(instance)
      return instance
    })
    for (const instance of instances) await instance.close()
  },

  shared: async ({ instances, takeAddress }, use) => {
    const used = new Map<string, TestInstance>()
    await use(async (options = {}) => {
      const key = JSON.stringify(options)
      const instance = used.get(key) ?? (await take(options))
      used.set(key, instance)
      return instance
    })
    for (const instance of used.values()) await instances.assertUnchanged(instance)

    async function take(options: TestInstanceOptions): Promise<TestInstance> {
      const address = await takeAddress(({ port }) => instances.has({ ...options, publicPort: port }))
      const instance = await instances.get({ ...options, publicPort: address.port })
      await address.leadTo(instance.app)
      return instance
    }
  },

  tabs: [
    async ({ browser }, use) => {
      const tabs = createBrowserTabs(browser)
      await use(tabs)
      await tabs.close()
    },
    { scope: 'worker' },
  ],

  // Sessions close before the instances.
  openPage: async ({ tabs, open: _open, shared: _shared }, use) => {
    const sessions: BrowserSession[] = []
    await use(async (instance, options) => {
      const session = await openBrowserSession(tabs, instance, options)
      sessions.push(session)
      return session
    })
    const pageErrors = sessions.flatMap((session) => session.pageErrors())
    for (const session of sessions) await session.close()
    if (pageErrors.length > 0) throw new Error(`The pages had errors:\n${pageErrors.join('\n')}`)
  },
})

type InstanceCache = ReturnType<typeof createInstanceCache>

/** One instance for each set of options. */
function createInstanceCache() {
  const opened = new Map<string, Promise<TestInstance>>()
  const states = new Map<TestInstance, unknown>()

  async function openAndRecord(options: TestInstanceOptions): Promise<TestInstance> {
    const instance = await openTestInstance(options)
    states.set(instance, await readState(instance))
    return instance
  }

  return {
    has: (options: TestInstanceOptions): boolean => opened.has(JSON.stringify(options)),
    get(options: TestInstanceOptions): Promise<TestInstance> {
      const key = JSON.stringify(options)
      const instance = opened.get(key) ?? openAndRecord(options)
      opened.set(key, instance)
      return instance
    },
    async assertUnchanged(instance: TestInstance): Promise<void> {
      expect(await readState(instance), 'A test changed a shared instance.').toEqual(states.get(instance))
    },
    async close(): Promise<void> {
      for (const instance of opened.values()) await (await instance).close()
    },
  }
}

/** The state that the tests of other files rely on. Tests may add accounts. */
async function readState({ app, simulator }: TestInstance): Promise<unknown> {
  const { db } = app.database
  const tournaments = await db.selectFrom('tournaments').selectAll().orderBy('id').execute()
  return {
    // Whoever sees the start first stores that it has happened.
    tournaments: tournaments.map(({ started_at: _startedAt, ...tournament }) => tournament),
    entries: await db.selectFrom('entries').selectAll().orderBy('id').execute(),
    player: await db.selectFrom('users').select(['name', 'email']).where('id', '=', 1).execute(),
    minute: simulator.minute(),
    fault: simulator.faults.get(),
  }
}

/** Polls until the assertion holds: `await eventually(() => read()).toBe(…)`. */
export function eventually<T>(read: () => T | Promise<T>, message?: string) {
  return expect.poll(read, { interval: 100, ...(message !== undefined && { message }) })
}
