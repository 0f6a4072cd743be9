import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { waitLimitMs } from './time-limits.ts'

/** The settings of a tab. */
export type Look = {
  /** Whether the worker computes the chances. In other tests it would take as long as the page itself. Default: false. */
  chances?: boolean
} & Pick<
  BrowserContextOptions,
  // Service workers are blocked by default, so that every response comes from the server.
  'viewport' | 'isMobile' | 'hasTouch' | 'serviceWorkers'
>

const defaultViewport = { width: 1280, height: 800 }
const media = { colorScheme: 'light', reducedMotion: 'reduce' } as const

/** A browser context with its first page, on an empty page of the instance. */
export type BrowserTab = {
  key: string
  context: BrowserContext
  page: Page
  /** The viewport of a new page. */
  viewport: { width: number; height: number }
  /** The scripts and functions that a test has added. */
  added: Disposable[]
  /** Something was added that cannot be removed. */
  isSpent: boolean
}

type Disposable = { dispose(): Promise<void> }

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

  async function release(tab: BrowserTab): Promise<void> {
    if (tab.isSpent || !(await clear(tab).catch(() => false))) {
      await tab.context.close()
      return
    }
    idle.push(tab)
    if (idle.length > maxIdle) await idle.shift()?.context.close()
  }

  return {
    async acquire(url: string, look: Look): Promise<BrowserTab> {
      const { chances = false, viewport, ...kept } = look
      // A phone's size is more than that of its viewport, so its context keeps it.
      const options = { ...kept, viewport: (look.isMobile && viewport) || defaultViewport }
      const key = JSON.stringify([url, options])
      const index = idle.findLastIndex((tab) => tab.key === key)
      const tab = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await openTab(browser, url, options, key))
      if (!chances) await tab.context.addInitScript(replaceWorker)
      if (viewport) await tab.page.setViewportSize(viewport)
      return tab
    },
    release,
    async close(): Promise<void> {
      for (const { context } of idle) await context.close()
    },
  }
}

type ContextOptions = Omit<Look, 'chances' | 'viewport'> & Pick<BrowserTab, 'viewport'>

async function openTab(browser: Browser, url: string, options: ContextOptions, key: string): Promise<BrowserTab> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    serviceWorkers: 'block',
    ...options,
    ...media,
  })
  context.setDefaultTimeout(waitLimitMs)
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  const page = await context.newPage()
  await page.goto(emptyPage)
  const tab: BrowserTab = {
    key,
    context,
    page,
    viewport: options.viewport,
    added: [],
    isSpent: options.serviceWorkers === 'allow',
  }
  recordAdditions(tab)
  return tab
}

/** Pages have no other workers than that of the chances, apart from service workers. This one never answers. */
function replaceWorker(): void {
  class SilentWorker extends EventTarget {
    postMessage(): void {}
    terminate(): void {}
  }
  Object.assign(window, { Worker: SilentWorker })
}

/** Scripts and functions would stay for the life of the context or page. */
function recordAdditions({ context, page, added }: BrowserTab): void {
  for (const owner of [context, page] as Record<Addition, (...given: unknown[]) => Promise<Disposable>>[]) {
    for (const name of ['addInitScript', 'exposeFunction'] as const) {
      const method = owner[name].bind(owner)
      owner[name] = async (...given) => {
        const one = await method(...given)
        added.push(one)
        return one
      }
    }
  }
}

type Addition = 'addInitScript' | 'exposeFunction'

/**
 * Playwright removes a clock only for its own test runner, which uses contexts again too: the method is not part of its
 * API. Returns whether it is there.
 */
async function removeClock(context: BrowserContext): Promise<boolean> {
  type Internal = { clock?: { uninstall?(progress: { race<T>(work: Promise<T>): Promise<T> }): Promise<void> } }
  const { _connection: connection } = context as unknown as { _connection?: { toImpl?(own: unknown): Internal } }
  const clock = connection?.toImpl?.(context).clock
  if (clock?.uninstall === undefined) return false
  await clock.uninstall({ race: (work) => work })
  return true
}

/** Returns whether the tab is as good as new. */
async function clear(tab: BrowserTab): Promise<boolean> {
  const { context, page, viewport, added } = tab
  // What a test adds to a page that replaces it is not recorded.
  if (page.isClosed()) return false
  for (const name of recorded) for (const owner of [context, page]) owner.removeAllListeners(name as 'request')
  page.removeAllListeners('framenavigated')
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const script of added.splice(0)) await script.dispose()
  if (!(await removeClock(context))) return false
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
