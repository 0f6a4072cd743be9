import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** What a browser context keeps for its life. */
export type Look = Pick<
  BrowserContextOptions,
  // Service workers are blocked by default, so that every response comes from the server.
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'serviceWorkers' | 'reducedMotion'
>

type Theme = NonNullable<Look['colorScheme']>
type Motion = NonNullable<Look['reducedMotion']>

/** A browser context with its first page, on an empty page of the instance. */
export type BrowserTab = {
  key: string
  context: BrowserContext
  page: Page
  viewport: { width: number; height: number }
  media: { colorScheme: Theme; reducedMotion: Motion }
  /** Something was added that cannot be removed. */
  isSpent: boolean
}

export type BrowserTabs = ReturnType<typeof createBrowserTabs>

/** Each has a process. Tests of a file mostly use one or two. */
const maxIdle = 3

const emptyPage = '/healthz'

const recorded = ['console', 'weberror', 'request', 'requestfinished', 'requestfailed', 'response'] as const

/**
 * The tabs of a worker's browser. A test gets one that an earlier test has used with the same address and look, without
 * what that test has left behind: it has compiled the scripts already, so a page loads in half of the time.
 */
export function createBrowserTabs(browser: Browser) {
  /** Last used last. */
  const idle: BrowserTab[] = []

  async function giveBack(tab: BrowserTab): Promise<void> {
    if (tab.isSpent || !(await clear(tab).catch(() => false))) {
      await tab.context.close()
      return
    }
    idle.push(tab)
    if (idle.length > maxIdle) await idle.shift()?.context.close()
  }

  return {
    async take(url: string, look: Look): Promise<BrowserTab> {
      const key = JSON.stringify([url, look])
      const index = idle.findLastIndex((tab) => tab.key === key)
      return idle.splice(index, index < 0 ? 0 : 1)[0] ?? openTab(browser, url, look, key)
    },
    giveBack,
    async close(): Promise<void> {
      for (const { context } of idle) await context.close()
    },
  }
}

async function openTab(browser: Browser, url: string, look: Look, key: string): Promise<BrowserTab> {
  const viewport = look.viewport ?? { width: 1280, height: 800 }
  const media = { colorScheme: look.colorScheme ?? 'light', reducedMotion: look.reducedMotion ?? 'reduce' } as const
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    serviceWorkers: 'block',
    ...look,
    ...media,
    viewport,
  })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  const page = await context.newPage()
  await page.goto(emptyPage)
  const tab = { key, context, page, viewport, media, isSpent: look.serviceWorkers === 'allow' }
  // A clock and scripts stay for the life of a context or page.
  noteCalls(tab, context.clock, 'install')
  for (const owner of [context, page]) {
    noteCalls(tab, owner, 'addInitScript')
    noteCalls(tab, owner, 'exposeFunction')
  }
  return tab
}

/** A tab on which the method was called is not used again. */
function noteCalls<Name extends string>(
  tab: BrowserTab,
  owner: Record<Name, (...given: never[]) => unknown>,
  name: Name,
): void {
  const method = owner[name].bind(owner)
  owner[name] = (...given: never[]) => {
    tab.isSpent = true
    return method(...given)
  }
}

/** Returns whether the tab is as good as new. */
async function clear({ context, page, viewport, media }: BrowserTab): Promise<boolean> {
  for (const name of recorded) for (const owner of [context, page]) owner.removeAllListeners(name as 'request')
  page.removeAllListeners('framenavigated')
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A page may save a draft as it is left.
  await page.goto(emptyPage)
  await context.clearCookies()
  await context.clearPermissions()
  await page.emulateMedia(media)
  await page.setViewportSize(viewport)
  return page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
    return true
  })
}
