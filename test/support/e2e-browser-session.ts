import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { routePaths } from '#contract/paths.ts'
import type { Role, SharedInstance } from './e2e-instance.ts'
import { mintSessionCookies, mintStoredUser } from './minted-session.ts'

export type BrowserSessionOptions = Pick<
  BrowserContextOptions,
  // Service workers are blocked by default, so that every response comes from the server.
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'serviceWorkers' | 'reducedMotion'
> & {
  /** Default: nobody is signed in. */
  as?: Role
  /** `at the provider`: the tab has to sign in silently, like any new tab. Default: `in the tab`. */
  signedIn?: 'in the tab' | 'at the provider'
  /** Page errors that this test expects. */
  expect?: readonly RegExp[]
  /** Other origins that pages may visit. The errors of their own pages are ignored. */
  alsoFrom?: string | readonly string[]
}

export type BrowserSession = {
  context: BrowserContext
  page: Page
  /** Unexpected errors of its pages. */
  pageErrors(): string[]
}

/** A browser context with one page. It records page errors, and requests to origins that are not ours. */
export async function openBrowserSession(
  browser: Browser,
  instance: SharedInstance,
  options: BrowserSessionOptions = {},
): Promise<BrowserSession> {
  const { as, signedIn = 'in the tab', expect = [], alsoFrom, ...look } = options
  const context = await browser.newContext({
    baseURL: instance.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    ...look,
  })
  context.setDefaultTimeout(15_000)
  const pageErrors: string[] = []
  // Some golfers have no portrait at the feed's server.
  const isPicture = (address: string) => address.startsWith(`${instance.url}${routePaths.feedImage}?`)
  const others = [alsoFrom ?? []].flat()
  const isForeign = (address: string) => others.some((origin) => address.startsWith(`${origin}/`))
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() !== 'error' || isForeign(message.page()?.url() ?? '') || isPicture(url)) return
    pageErrors.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (error) => pageErrors.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const address = request.url()
    const isKnown = address.startsWith(`${instance.url}/`)
    // Pages of another provider may request anything.
    const isOurs =
      request.serviceWorker() !== null || request.isNavigationRequest() || !isForeign(request.frame().url())
    if (/^http/.test(address) && isOurs && !isKnown && !isForeign(address)) pageErrors.push(`request to ${address}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  const page = await context.newPage()
  if (as !== undefined) await signIn(page, instance, as, signedIn)
  return {
    context,
    page,
    pageErrors: () => pageErrors.filter((error) => !expect.some((pattern) => pattern.test(error))),
  }
}

async function signIn(
  page: Page,
  instance: SharedInstance,
  role: Role,
  signedIn: BrowserSessionOptions['signedIn'],
): Promise<void> {
  const account = await instance.account(role)
  await page.context().addCookies(await mintSessionCookies(instance.app, account.subject))
  if (signedIn === 'at the provider') return
  const stored = { origin: new URL(instance.url).origin, ...(await mintStoredUser(instance.app, account)) }
  // Before the first script of the first page, and not again once the tab has signed out.
  await page.addInitScript(({ origin, key, value }) => {
    if (location.origin !== origin || sessionStorage.getItem('test-tab') !== null) return
    sessionStorage.setItem('test-tab', 'signed in')
    sessionStorage.setItem(key, value)
  }, stored)
}
