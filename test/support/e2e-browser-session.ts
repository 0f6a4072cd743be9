import type { BrowserContext, Page } from 'playwright-core'
import { routePaths } from '#contract/paths.ts'
import type { Role, SharedInstance } from './e2e-instance.ts'
import type { BrowserTab, BrowserTabs, Look } from './e2e-tabs.ts'
import { mintSessionCookies, mintStoredUser } from './minted-session.ts'

export type BrowserSessionOptions = Look & {
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
  /** Returns the tab, for later sessions. Can be called more than once. */
  close(): Promise<void>
}

/** A browser context with one page. It records page errors, and requests to origins that are not ours. */
export async function openBrowserSession(
  tabs: BrowserTabs,
  instance: SharedInstance,
  options: BrowserSessionOptions = {},
): Promise<BrowserSession> {
  const { as, signedIn = 'in the tab', expect = [], alsoFrom = [], ...look } = options
  const tab = await tabs.acquire(instance.url, look)
  const { context, page } = tab
  const pageErrors = recordErrors(tab, instance, [alsoFrom].flat())
  if (as !== undefined) await signIn(page, instance, as, signedIn)
  let closed: Promise<void> | undefined
  return {
    context,
    page,
    pageErrors: () => pageErrors.filter((error) => !expect.some((pattern) => pattern.test(error))),
    // Pages of other origins may have stored anything.
    close() {
      closed ??= alsoFrom.length > 0 ? context.close() : tabs.release(tab)
      return closed
    },
  }
}

function recordErrors({ context }: BrowserTab, instance: SharedInstance, others: readonly string[]): string[] {
  const pageErrors: string[] = []
  // Some golfers have no portrait at the feed's server.
  const isPicture = (address: string) => address.startsWith(`${instance.url}${routePaths.feedImage}?`)
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
  return pageErrors
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
  const { key, value } = await mintStoredUser(instance.app, account)
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [key, value] as const)
}
