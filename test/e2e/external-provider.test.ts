import { pino } from 'pino'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import type { TestInstance } from '../support/e2e-instance.ts'
import { it as base, eventually } from '../support/e2e-test.ts'
import {
  type ExternalProvider,
  type ExternalProviderOptions,
  startExternalProvider,
} from '../support/external-provider.ts'

type ExternalInstance = { instance: TestInstance; provider: ExternalProvider }

/** The product with a third-party provider in another process, on another port. */
const it = base.extend<{ externalInstance: ExternalInstance }>({
  externalInstance: async ({ open, takeAddress }, use) => {
    const address = await takeAddress()
    const provider = await startExternalProvider({ appOrigin: `http://localhost:${address.port}` })
    const { authority } = provider
    const signIn = {
      provider: 'external',
      authority,
      registerUrl: `${authority}/join`,
      accountUrl: `${authority}/me`,
      extraParams: { audience: 'https://pool.example.org/api' },
    } as const
    await use({ provider, instance: await open({ signIn }, address) })
    await provider.close()
  },
})

async function signInAtExternalProvider(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in elsewhere' }).waitFor()
  await page.getByLabel('Email').fill('guest@example.net')
  await page.getByRole('button', { name: 'Go on' }).click()
}

it('a person signs in at the other provider, gets no call of the API, and is signed in silently in other tabs until the Logout', async ({
  externalInstance,
  openPage,
}) => {
  const { instance, provider } = externalInstance
  const { page, context } = await openPage(instance, { alsoFrom: provider.authority })
  const sent: { path: string; headers: Record<string, string> }[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === provider.authority) sent.push({ path: pathname, headers: request.headers() })
  })
  const calls: Response[] = []
  page.on('response', (response) => void (response.url().startsWith(`${instance.url}/api/`) && calls.push(response)))
  const left = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('/auth?'))
  await page.goto('/pool?a=1#b')
  expect(new URL((await left).url()).searchParams.get('audience')).toBe('https://pool.example.org/api')
  await signInAtExternalProvider(page)
  await page.getByRole('table', { name: 'Pool standings' }).waitFor()
  expect(page.url()).toBe(`${instance.url}/pool?a=1#b`)
  await page.getByRole('link', { name: 'guest@example.net' }).waitFor()
  await page.getByRole('link', { name: 'Player Pool' }).click()
  await page.getByRole('heading', { name: 'Welcome guest Elsewhere' }).waitFor()
  expect(calls.map((call) => call.status())).not.toContain(401)
  expect(sent.map(({ path }) => path)).toContain('/token')
  expect(sent.filter(({ path }) => path.startsWith('/api/'))).toEqual([])
  expect(sent.filter(({ headers }) => 'authorization' in headers)).toEqual([])

  // The token is renewed silently, too, across the two origins.
  const second = await context.newPage()
  const tokens: string[] = []
  second.on('request', (request) => {
    const { authorization = '' } = request.headers()
    if (authorization !== '' && tokens.at(-1) !== authorization) tokens.push(authorization)
  })
  await second.clock.install()
  await second.goto('/pool')
  await second.getByRole('table', { name: 'Pool standings' }).waitFor()
  const silent = second.waitForRequest(/\/auth\?.*prompt=none/)
  await second.clock.fastForward('00:06')
  await second.clock.fastForward('09:05')
  expect((await silent).url()).toContain(provider.authority)
  await second.getByRole('link', { name: 'Golfers' }).click()
  await second.getByRole('table', { name: 'Golfers leaderboard' }).waitFor()
  await second.clock.fastForward('01:05')
  await eventually(() => tokens.length).toBe(2)
  await second.close()

  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByText('You successfully logged out!', { exact: true }).waitFor()
  expect(page.url()).toBe(`${instance.url}/authentication/logged-out`)
  await page.goto('/pool')
  await page.getByRole('heading', { name: 'Sign in elsewhere' }).waitFor()
})

it('Register and the profile lead to the pages of the other provider', async ({ externalInstance, openPage }) => {
  const { instance, provider } = externalInstance
  const { page } = await openPage(instance, { alsoFrom: provider.authority })
  const back = encodeURIComponent(`${instance.url}/authentication/login`)
  await page.goto('/authentication/register')
  await page.waitForURL(`${provider.authority}/join?returnUrl=${back}`)
  await page.goto('/authentication/profile')
  await page.waitForURL(`${provider.authority}/me`)
})

it('an unreachable provider is reported, and trying again works once it is back', async ({
  externalInstance,
  openPage,
}) => {
  const { instance, provider } = externalInstance
  const { page } = await openPage(instance, {
    alsoFrom: provider.authority,
    expect: [/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|CORS policy/],
  })
  await provider.fail('refuse')
  await page.goto('/pool')
  await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/authentication/login-failed')
  await page.getByText('The sign-in service cannot be reached.').waitFor()
  await provider.fail('none')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Sign in elsewhere' }).waitFor()
})

it.for<[string, Partial<ExternalProviderOptions>, RegExp]>([
  ['are for another audience', { audience: 'golf' }, /its audience is golf, OIDC_AUDIENCE is golfAPI/],
  ['are not JWTs', { hasOpaqueTokens: true }, /it is not a signed JWT: use UPSTREAM_PROVIDERS/],
  ['name nobody, and userinfo is refused', { refusesUserinfo: true }, /\/me returned status 403/],
])(
  'when the access tokens %s, a page and the log say so, and nobody is sent round in circles',
  async ([, options, words], { open, openPage, takeAddress }) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
    const address = await takeAddress()
    const appOrigin = `http://localhost:${address.port}`
    const provider = await startExternalProvider({ appOrigin, ...options })
    const { authority } = provider
    const instance = await open({ log, signIn: { provider: 'external', authority, extraParams: {} } }, address)
    // What the start has warned of.
    lines.length = 0
    const { page } = await openPage(instance, { alsoFrom: authority, expect: [/401/] })
    const documents: string[] = []
    page.on('request', (request) => void (request.isNavigationRequest() && documents.push(request.url())))
    await page.goto('/pool')
    await signInAtExternalProvider(page)
    await page.getByRole('heading', { name: 'The pool does not accept your sign-in' }).waitFor()
    for (const path of ['/home', '/admin']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'The pool does not accept your sign-in' }).waitFor()
    }
    await page.getByText('tell whoever runs this pool').waitFor()
    expect(await page.getByText(/session has expired|signed out/i).count()).toBe(0)
    const before = documents.length
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('heading', { name: 'The pool does not accept your sign-in' }).waitFor()
    expect(documents.length - before).toBeLessThan(3)
    expect(lines).toEqual([expect.stringMatching(words)])
    await provider.close()
  },
)
