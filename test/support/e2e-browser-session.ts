import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Account, Role, TestInstance } from './e2e-instance.ts'

export type BrowserSessionOptions = Pick<
  BrowserContextOptions,
  // Service workers are blocked unless a test is about them: what the server sends is what comes.
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'serviceWorkers' | 'reducedMotion'
> & {
  /** Who is signed in at the provider. Nobody unless said. */
  as?: Role
  /** What a browser may complain of here, and nowhere else. */
  expect?: readonly RegExp[]
  /** Another origin that the pages may go to; what its own pages do is not looked at. */
  alsoFrom?: string
}

export type BrowserSession = {
  context: BrowserContext
  page: Page
  /** What went wrong on its pages and is not expected. */
  pageErrors(): string[]
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictureOrigin = 'https://a.espncdn.com'

/** A browser of one person, with one page. It takes down every error of its pages, and every request to a stranger. */
export async function openBrowserSession(
  browser: Browser,
  instance: TestInstance,
  options: BrowserSessionOptions = {},
): Promise<BrowserSession> {
  const { as, expect = [], alsoFrom, ...look } = options
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
  const isForeign = (address: string) => alsoFrom !== undefined && address.startsWith(`${alsoFrom}/`)
  context.on('console', (message) => {
    if (message.type() !== 'error' || isForeign(message.page()?.url() ?? '')) return
    pageErrors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) =>
    pageErrors.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  )
  context.on('request', (request) => {
    const address = request.url()
    const isKnown = [instance.url, pictureOrigin].some((origin) => address.startsWith(`${origin}/`))
    // What another provider's own pages ask for is its business.
    const isOurs =
      request.serviceWorker() !== null || request.isNavigationRequest() || !isForeign(request.frame().url())
    if (/^http/.test(address) && isOurs && !isKnown && !isForeign(address))
      pageErrors.push(`request to ${address}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  await context.route(`${pictureOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  )
  if (as !== undefined) await signInAtProvider(context.request, instance, await instance.account(as))
  return {
    context,
    page: await context.newPage(),
    pageErrors: () => pageErrors.filter((error) => !expect.some((pattern) => pattern.test(error))),
  }
}

/** Leaves the provider's cookies as a sign-in by its form does, without a page. The app then signs in silently. */
async function signInAtProvider(
  http: APIRequestContext,
  instance: TestInstance,
  { email, password }: Account,
): Promise<void> {
  const { authority, clientId, scope } = instance.app.config.signIn
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope,
    redirect_uri: `${instance.url}/authentication/login-callback`,
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
    state: 'unused',
  })
  const form = await http.get(`${authority}/connect/authorize?${query}`)
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(await form.text()) ?? []
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await form.text()) ?? []
  const response = await http.post(new URL(action, form.url()).href, {
    form: { token, email, password },
    headers: { origin: instance.url, 'sec-fetch-site': 'same-origin' },
  })
  if (!response.url().includes('code='))
    throw new Error(`${email} could not sign in: ${await response.text()}`)
}
