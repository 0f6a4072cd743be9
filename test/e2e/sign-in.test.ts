import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { api } from '#contract/paths.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import type { Account } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** The tab signs in silently, as a new tab does. */
const asPlayer = { as: 'player', signedIn: 'at the provider' } as const

const invalidReturnUrl = 'Invalid return url. The return url needs to have the same origin as the current page.'

async function typeIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The addresses of a page without its frames. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addresses.push(frame.url())
  })
  return addresses
}

/** The texts of the header's links. */
function linksOf(page: Page): Promise<(string | null)[]> {
  return page.getByRole('banner').getByRole('link').allTextContents()
}

describe('signing in', () => {
  it('a visitor is sent to the form, back to the exact address they requested, and needs no form in a second tab', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page, context } = await openPage(instance, { expect: [/status of 400/] })
    const addresses = recordAddresses(page)
    const callback = page.waitForRequest(
      (request) => request.isNavigationRequest() && /login-callback\?code=/.test(request.url()),
    )
    const requestedPath = `/golfers/${instance.tournamentId}?from=a%20mail&n=1#golfer-9900017`
    await page.goto(requestedPath)
    await page.waitForURL('**/Identity/Account/Login/**')
    expect(addresses).toContain(
      `${instance.url}/authentication/login?${new URLSearchParams({ returnUrl: requestedPath })}`,
    )
    expect(await findAxeViolations(page)).toEqual([])

    // A wrong password gets the same message as an unknown address, and the address stays in the form.
    const account = await instance.account('player')
    for (const typed of [account.email, 'nobody@example.com']) {
      await typeIn(page, { email: typed, password: 'not-the-password' })
      await page.getByRole('alert').getByText('Wrong email or password.', { exact: true }).waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(typed)
      expect(await page.getByLabel('Password').inputValue()).toBe('')
    }
    expect(await findAxeViolations(page)).toEqual([])
    const password = page.getByLabel('Password')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await password.getAttribute('type')).toBe('password')

    await typeIn(page, account)
    await page.getByRole('table', { name: 'Golfers leaderboard' }).waitFor()
    expect(page.url()).toBe(`${instance.url}${requestedPath}`)

    const second = await context.newPage()
    const secondAddresses = recordAddresses(second)
    await second.goto('/pool')
    await second.getByRole('table', { name: 'Pool standings' }).waitFor()
    expect(new Set(secondAddresses.map((address) => new URL(address).pathname))).toEqual(new Set(['/pool']))
    // A callback works once: opened again it is an error.
    await second.goto((await callback).url())
    await second.getByText('There was an error signing in.', { exact: true }).waitFor()
  })

  it('addresses of the sign-in that nobody was sent to are refused, with a message', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, asPlayer)
    // The unit test of return addresses has many more.
    for (const returnUrl of ['javascript:alert(1)//x/y', '//evil.example/x']) {
      const query = new URLSearchParams({ returnUrl })
      await page.goto(`/authentication/login?${query}`)
      await page.getByText(invalidReturnUrl, { exact: true }).waitFor()
      expect(page.url()).toBe(`${instance.url}/authentication/login?${query}`)
      await page.getByRole('link', { name: 'Login', exact: true }).waitFor()
    }
    expect(await findAxeViolations(page)).toEqual([])
    for (const query of ['?code=a&state=b', '?error=access_denied&state=b', '']) {
      await page.goto(`/authentication/login-callback${query}`)
      await page.getByText('There was an error signing in.', { exact: true }).waitFor()
    }
    expect(await findAxeViolations(page)).toEqual([])
    for (const action of ['/nonsense', '/constructor', '']) {
      await page.goto(`/authentication${action}`)
      await page.getByText('Invalid action', { exact: true }).waitFor()
    }
    expect(await findAxeViolations(page)).toEqual([])
    // Markup in a message is text.
    const message = '<img src=x onerror="document.title=1"><b>The user closed the window.</b>'
    await page.goto(`/authentication/login-failed?${new URLSearchParams({ message })}`)
    await page.getByText(message, { exact: true }).waitFor()
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).toBe('Player Pool')
  })

  it('failing to load the settings is reported, and trying again signs in', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { ...asPlayer, expect: [/status of 503/] })
    await page.route('**/_configuration/golf', (route) => route.fulfill({ status: 503 }))
    await page.goto('/pool')
    await page.getByText('Could not load settings', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/authentication/login-failed')
    expect(await findAxeViolations(page)).toEqual([])
    await page.unroute('**/_configuration/golf')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
  })
})

describe('a signed-in player', () => {
  it('at another address than the pool’s, the page says where it is', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { alsoFrom: instance.url.replace('localhost', '127.0.0.1') })
    await page.goto(`${instance.url.replace('localhost', '127.0.0.1')}/pool`)
    await page.getByText(`The address of this pool is ${instance.url}. Open it there to sign in.`).waitFor()
  })

  it('has the empty path and the pages of organisers lead home, and the header says who is signed in', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, asPlayer)
    for (const path of ['/', '/admin', '/tournament/new', `/tournament/edit/${instance.tournamentId}`]) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
      expect(page.url()).toBe(`${instance.url}/home`)
    }
    await eventually(() => linksOf(page)).toEqual([
      'Player Pool',
      'Pool',
      'Golfers',
      'Results',
      'player@example.com',
      'Notifications',
      'Groups',
      'Logout',
    ])
  })

  it('is not signed out by typing addresses of the sign-out', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, asPlayer)
    const isSignedIn = () => page.getByRole('link', { name: 'player@example.com' }).waitFor()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Logout' }).waitFor()
    await page.goto('/authentication/logout')
    await page.getByText('The logout was not initiated from within the page.', { exact: true }).waitFor()
    await isSignedIn()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/authentication/logout-callback')
    await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
    await page.goto('/authentication/logout-callback?state=unknown')
    await page.getByRole('heading', { name: 'Sign-out failed' }).waitFor()
    await isSignedIn()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto('/authentication/logged-out')
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    await isSignedIn()
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: 'Welcome The player' }).waitFor()
    // What the typed address was for.
    await page.goto('/authentication/logout')
    await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor()
  })

  it('signs out by the Logout link here, at the provider and in other tabs: signing in again asks for the password', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    // The second tab may ask for a token or for scores just as the session ends, which is then refused.
    const { page, context } = await openPage(instance, { ...asPlayer, expect: [/status of 40[01]/] })
    await page.goto('/pool')
    await page.getByRole('table', { name: 'Pool standings' }).waitFor()
    const second = await context.newPage()
    await second.goto('/golfers')
    await second.getByRole('table', { name: 'Golfers leaderboard' }).waitFor()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    expect(page.url()).toBe(`${instance.url}/authentication/logged-out`)
    await eventually(() => linksOf(page)).toEqual(['Player Pool', 'Pool', 'Golfers', 'Results', 'Register', 'Login'])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await second.waitForURL('**/Identity/Account/Login/**')
    await page.goto('/pool')
    await page.getByLabel('Password').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/Identity\/Account\/Login\//)
  })
})

describe('after a sign-out, the next person at this browser finds', () => {
  const beforeTheStart = { startAt: 'scheduled', startsInMs: 60 * 60_000 } as const

  /** What the app stores for somebody who has used it for a while. */
  async function leaveTraces(page: Page): Promise<void> {
    await page.evaluate(async () => {
      localStorage.setItem('player-pool:draft:1:entry:1', '{"picks":[1,2]}')
      localStorage.setItem('golfers-starred', '9900017')
      localStorage.setItem('player-pool:last-board', '{}')
      await (await caches.open('last-board')).put('/tournament', new Response('{}'))
    })
  }

  const findTraces = (page: Page) =>
    page.evaluate(async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())])

  it('neither drafts, favourites and the last board, nor the picks in the cache of the browser', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared(beforeTheStart)
    const { page } = await openPage(instance, { ...asPlayer, expect: [/ERR_CACHE_MISS/] })
    await page.goto('/pool')
    await page.getByRole('link', { name: 'The player 1' }).waitFor()
    await leaveTraces(page)
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    await eventually(() => findTraces(page)).toEqual([])
    const address = api.tournament(instance.tournamentId, { players: true, entries: true })
    const findCached = (url: string) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        (response) => response.text(),
        () => 'nothing',
      )
    expect(await page.evaluate(findCached, address)).toBe('nothing')
  })

  it('nothing after "Sign out everywhere" on the account page either', async ({ shared, openPage }) => {
    const instance = await shared(beforeTheStart)
    const { page } = await openPage(instance, asPlayer)
    await page.goto('/pool')
    await page.getByRole('link', { name: 'The player 1' }).waitFor()
    await leaveTraces(page)
    await page.getByRole('link', { name: 'player@example.com' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    await eventually(() => findTraces(page)).toEqual([])
  })
})

describe('accounts', () => {
  it('a new user registers and lands on the home page, signed in', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { expect: [/status of 400/] })
    await page.goto('/authentication/logged-out')
    await page.getByRole('link', { name: 'Register' }).click()
    await page.waitForURL('**/Identity/Account/Register?returnUrl=/authentication/login')
    // Back leaves the registration page.
    await page.goBack()
    await page.getByText('You successfully logged out!', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your name.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Name').fill('The stranger')
    await page.getByLabel('Email').fill('stranger@example.com')
    await page.getByLabel('Password', { exact: true }).fill('three-putts-from-home')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Welcome The stranger' }).waitFor()
    expect(page.url()).toBe(`${instance.url}/home`)
    await page.getByRole('link', { name: 'stranger@example.com' }).waitFor()
  })

  it('the email address links to the account, and a new name appears on the pool', async ({ open, openPage }) => {
    const instance = await open()
    const { page, context } = await openPage(instance, asPlayer)
    await page.goto('/pool')
    await page.getByRole('link', { name: 'The player 1' }).waitFor()
    await page.getByRole('link', { name: 'player@example.com' }).click()
    await page.waitForURL('**/Identity/Account/Manage')
    await page.getByLabel('Name', { exact: true }).fill('The renamed')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Your name has been saved.').waitFor()
    // A new tab gets a new token with the new name.
    const second = await context.newPage()
    await second.goto('/pool')
    await second.getByRole('link', { name: 'The renamed 1' }).waitFor()
    expect(await second.getByRole('link', { name: 'The player 1' }).count()).toBe(0)
  })
})
