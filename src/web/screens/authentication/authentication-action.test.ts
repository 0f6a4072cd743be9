import { describe, expect, test } from 'vitest'
import { createAuthorizeService } from '#web/session/authorize-service.ts'
import { createSession } from '#web/session/session.ts'
import type { SignedInUser, SignInManager } from '#web/session/sign-in-manager.ts'
import { type AuthenticationOutcome, runAuthenticationAction } from './authentication-action.ts'

const origin = 'https://pool.example'
const invalidReturnUrl = 'Invalid return url. The return url needs to have the same origin as the current page.'

type Setting = {
  storedUser?: SignedInUser
  manager?: Partial<SignInManager>
  settings?: 'fail'
  popupEnabled?: boolean
}

function buildUser(overrides: Partial<SignedInUser> = {}): SignedInUser {
  return { access_token: 'token', expired: false, profile: { email: 'kit@pool.example' }, ...overrides }
}

/** A provider without a session: silent sign-in fails and redirects succeed. `calls` records every call to it. */
function buildPage({ storedUser, manager = {}, settings, popupEnabled = false }: Setting = {}) {
  const calls: string[] = []
  const reported: string[] = []
  let hasRemovedUser = false
  let announced = 0
  let opened = 0
  const called = <Part extends keyof SignInManager>(name: Part, part: SignInManager[Part]): SignInManager[Part] =>
    ((...parameters: Parameters<SignInManager[Part]>) => {
      calls.push([name, ...parameters.map((parameter) => JSON.stringify(parameter))].join(' '))
      return (part as (...given: typeof parameters) => unknown)(...parameters)
    }) as SignInManager[Part]
  const full: SignInManager = {
    getUser: async () => null,
    removeUser: async () => {},
    signinSilent: () => Promise.reject(Object.assign(new Error('login_required'), { error: 'login_required' })),
    signinPopup: () => Promise.reject(new Error('no popup here')),
    signinRedirect: async () => {},
    signinCallback: () => Promise.reject(new Error('No matching state found in storage')),
    signoutRedirect: async () => {},
    signoutCallback: async () => undefined,
    ...manager,
  }
  const session = createSession({
    broadcastSignOut: () => {
      announced += 1
    },
    onSessionEnded: () => {},
    findStoredUser: () => storedUser,
    removeStoredUser: () => {
      hasRemovedUser = true
    },
    openManager: async () => {
      opened += 1
      if (settings === 'fail') throw new Error('503')
      return {
        ...full,
        signinSilent: called('signinSilent', full.signinSilent),
        signinPopup: called('signinPopup', full.signinPopup),
        signinRedirect: called('signinRedirect', full.signinRedirect),
        signinCallback: called('signinCallback', full.signinCallback),
        signoutRedirect: called('signoutRedirect', full.signoutRedirect),
        signoutCallback: called('signoutCallback', full.signoutCallback),
      }
    },
  })
  const service = createAuthorizeService(session, {
    popupEnabled,
    report: (error) => reported.push(error instanceof Error ? error.message : String(error)),
  })
  const isSignedIn = () => session.getState().user !== undefined
  const open = (path: string, historyState?: unknown): Promise<AuthenticationOutcome> => {
    const url = new URL(path, origin)
    const action = url.pathname.replace('/authentication/', '')
    return runAuthenticationAction(action, { url, historyState }, { service, isSignedIn })
  }
  return {
    open,
    calls,
    reported,
    session,
    service,
    hasRemovedUser: () => hasRemovedUser,
    announced: () => announced,
    /** How often the settings were loaded. */
    opened: () => opened,
  }
}

const local = { local: true }

describe('login', () => {
  test('a return URL of another origin is an error before any sign-in', async () => {
    const page = buildPage()
    await expect(page.open('/authentication/login?returnUrl=https://evil.example/')).rejects.toThrow(invalidReturnUrl)
    expect(page.calls).toEqual([])
  })

  test('starts silently, and success leads to the return URL, or else to the home page', async () => {
    const page = buildPage({ manager: { signinSilent: async () => buildUser() } })
    const navigate = { kind: 'navigate', to: '/pool/3?x#y' }
    expect(await page.open('/authentication/login?returnUrl=%2Fpool%2F3%3Fx%23y')).toEqual(navigate)
    expect(page.calls).toEqual(['signinSilent'])
    expect(page.session.getState().user?.access_token).toBe('token')
    expect(await page.open('/authentication/login')).toEqual({ kind: 'navigate', to: '/' })
  })

  test('falls back to a redirect after a failed silent attempt, because popups are disabled', async () => {
    const page = buildPage()
    expect(await page.open('/authentication/login?returnUrl=/pool')).toEqual({ kind: 'redirecting' })
    expect(page.calls).toEqual(['signinSilent', 'signinRedirect {"state":{"returnUrl":"/pool"}}'])
    expect(page.reported[1]).toMatch(/^Popup disabled/)
  })

  test.each<[string, Setting, AuthenticationOutcome]>([
    [
      'redirects after a silent attempt without a user',
      { manager: { signinSilent: async () => null } },
      { kind: 'redirecting' },
    ],
    [
      'ends with a message after a popup that the user closed',
      { popupEnabled: true, manager: { signinPopup: () => Promise.reject(new Error('Popup closed by user')) } },
      { kind: 'navigate', to: '/authentication/login-failed?message=The+user+closed+the+window.' },
    ],
    [
      'leads to the return URL after a popup that succeeds',
      { popupEnabled: true, manager: { signinPopup: async () => buildUser() } },
      { kind: 'navigate', to: '/pool' },
    ],
    ['redirects after a popup that fails in any other way', { popupEnabled: true }, { kind: 'redirecting' }],
    [
      'ends with a message after a redirect that cannot start',
      { manager: { signinRedirect: () => Promise.reject(new Error('Failed to fetch')) } },
      {
        kind: 'navigate',
        to: '/authentication/login-failed?message=The+sign-in+service+cannot+be+reached.+Try+again+in+a+moment%2C+or+tell+the+organiser.',
      },
    ],
  ])('%s', async (_case, setting, outcome) => {
    expect(await buildPage(setting).open('/authentication/login?returnUrl=/pool')).toEqual(outcome)
  })

  test('reports settings that cannot be loaded, and the next attempt loads them again', async () => {
    const page = buildPage({ settings: 'fail' })
    const failed = { kind: 'navigate', to: '/authentication/login-failed?message=Could+not+load+settings' }
    for (const attempts of [1, 2]) {
      expect(await page.open('/authentication/login')).toEqual(failed)
      expect(page.opened()).toBe(attempts)
    }
  })
})

describe('login-callback', () => {
  const callback = '/authentication/login-callback?code=c&state=s'

  test('a matching state leads to its return URL', async () => {
    const signinCallback = async () => buildUser({ state: { returnUrl: '/golfers' } })
    const page = buildPage({ manager: { signinCallback } })
    expect(await page.open(`${callback}&returnUrl=/pool`)).toEqual({ kind: 'navigate', to: '/golfers' })
    expect(page.session.getState().user).toBeDefined()
  })

  test('without a return URL in the state, the query decides, then the default', async () => {
    const page = () => buildPage({ manager: { signinCallback: async () => buildUser() } })
    expect(await page().open(`${callback}&returnUrl=/pool`)).toEqual({ kind: 'navigate', to: '/pool' })
    expect(await page().open(callback)).toEqual({ kind: 'navigate', to: '/' })
  })

  test('a return URL of another origin in the state is ignored', async () => {
    const signinCallback = async () => buildUser({ state: { returnUrl: '//evil.example' } })
    expect(await buildPage({ manager: { signinCallback } }).open(callback)).toEqual({
      kind: 'navigate',
      to: '/',
    })
  })

  test.each([
    ['an error response', new Error('access_denied')],
    ['an unknown state or a replayed URL', new Error('No matching state found in storage')],
    ['a refused code', new Error('invalid_grant')],
    ['a rejection that is not an Error', 'nothing'],
    ['settings that cannot be loaded', 'settings'],
  ])('%s is reported on the page', async (_case, reason) => {
    const setting = reason === 'settings' ? { settings: 'fail' as const } : {}
    const page = buildPage({ ...setting, manager: { signinCallback: () => Promise.reject(reason) } })
    const failed = { kind: 'sign-in-failed', text: 'There was an error signing in.' }
    expect(await page.open(callback)).toEqual(failed)
  })

  test('concurrent runs redeem a callback URL once', async () => {
    const page = buildPage({
      manager: { signinCallback: async () => buildUser({ state: { returnUrl: '/pool' } }) },
    })
    const outcomes = await Promise.all([page.open(callback), page.open(callback)])
    expect(outcomes).toEqual([
      { kind: 'navigate', to: '/pool' },
      { kind: 'navigate', to: '/pool' },
    ])
    expect(page.calls).toHaveLength(1)
  })
})

describe('a page', () => {
  const message = `<b>a</b>\u0000\n\u202e\u200bb${'x'.repeat(400)}`

  test.each<[string, string, AuthenticationOutcome]>([
    [
      'shows the message of a failed sign-in',
      'login-failed?message=The+user+closed+the+window.',
      { kind: 'sign-in-failed', text: 'The user closed the window.' },
    ],
    [
      'keeps markup as text, strips control and direction characters, and cuts the message at 300 characters',
      `login-failed?${new URLSearchParams({ message })}`,
      { kind: 'sign-in-failed', text: `<b>a</b>b${'x'.repeat(291)}` },
    ],
    ['has no text without a message', 'login-failed', { kind: 'sign-in-failed', text: '' }],
    [
      'redirects to the registration, which returns to login',
      'register',
      { kind: 'redirect', to: '/Identity/Account/Register?returnUrl=/authentication/login' },
    ],
    ['redirects to the account', 'profile', { kind: 'redirect', to: '/Identity/Account/Manage' }],
  ])('%s', async (_case, path, outcome) => {
    expect(await buildPage().open(`/authentication/${path}`)).toEqual(outcome)
  })

  test.each(['other', 'LOGIN', 'constructor', ''])('with the action %j is an error', async (action) => {
    await expect(buildPage().open(`/authentication/${action}`)).rejects.toThrow('Invalid action')
  })

  test.each([
    ['login', 'maybe', 'Invalid status result "maybe".'],
    ['login-callback', 'redirect', 'Should not redirect.'],
    ['logout', 'maybe', 'Invalid status result "maybe".'],
    ['logout-callback', 'redirect', 'Should not redirect.'],
  ])('of the action %s is an error after the result %s', async (action, status, error) => {
    const result = async () => ({ status }) as never
    const service = { signIn: result, completeSignIn: result, signOut: result, completeSignOut: result }
    const visit = { url: new URL(`/authentication/${action}`, origin), historyState: local }
    await expect(runAuthenticationAction(action, visit, { service, isSignedIn: () => true })).rejects.toThrow(error)
  })
})

describe('logout', () => {
  test('runs `beforeSignOut` first, and only if a user is signed out', async () => {
    const page = buildPage({ storedUser: buildUser() })
    const order: string[] = []
    const signOut = async () => {
      order.push('sign-out')
      return { status: 'redirect' } as const
    }
    const service = { ...page.service, signOut }
    const beforeSignOut = async () => void order.push('before')
    const visit = (historyState: unknown) =>
      runAuthenticationAction(
        'logout',
        { url: new URL('/authentication/logout', origin), historyState },
        { service, isSignedIn: () => true, beforeSignOut },
      )
    await visit(null)
    expect(order).toEqual([])
    await visit(local)
    expect(order).toEqual(['before', 'sign-out'])
  })

  test.each([undefined, null, {}, { local: false }, 'local'])(
    'signs no one out when started from outside the app (%j)',
    async (historyState) => {
      const page = buildPage({ storedUser: buildUser() })
      expect(await page.open('/authentication/logout', historyState)).toEqual({
        kind: 'signed-out',
        text: 'The logout was not initiated from within the page.',
      })
      expect(page.session.getState().user).toBeDefined()
      expect(page.calls).toEqual([])
    },
  )

  test('does not call the provider when no one is signed in', async () => {
    const page = buildPage()
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'signed-out',
      text: 'You successfully logged out!',
    })
    expect(page.calls).toEqual([])
  })

  test('removes the local user and redirects to the provider', async () => {
    const page = buildPage({ storedUser: buildUser() })
    expect(await page.open('/authentication/logout', local)).toEqual({ kind: 'redirecting' })
    expect(page.calls).toEqual(['signoutRedirect {"state":{"returnUrl":"/authentication/logged-out"}}'])
    expect(page.session.getState().user).toBeUndefined()
    expect(page.hasRemovedUser()).toBe(true)
    expect(page.announced()).toBe(1)
  })

  test('a reload reports success without calling the provider again', async () => {
    const page = buildPage({ storedUser: buildUser() })
    await page.open('/authentication/logout', local)
    expect(await page.open('/authentication/logout', local)).toMatchObject({
      text: 'You successfully logged out!',
    })
    expect(page.calls).toHaveLength(1)
  })

  test('reports an unreachable provider on the page, and still removes the local user', async () => {
    const signoutRedirect = () => Promise.reject(new Error('No end session endpoint'))
    const page = buildPage({ storedUser: buildUser(), manager: { signoutRedirect } })
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'sign-out-failed',
      text: 'No end session endpoint',
    })
    expect(page.session.getState().user).toBeUndefined()
  })

  test('removes the local user even if the settings cannot be loaded', async () => {
    const page = buildPage({ storedUser: buildUser(), settings: 'fail' })
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'sign-out-failed',
      text: 'Could not load settings',
    })
    expect(page.hasRemovedUser()).toBe(true)
  })

  test('a return URL of another origin is an error', async () => {
    const page = buildPage({ storedUser: buildUser() })
    await expect(page.open('/authentication/logout?returnUrl=//evil.example', local)).rejects.toThrow(invalidReturnUrl)
    expect(page.session.getState().user).toBeDefined()
  })
})

describe('logout-callback', () => {
  test('a matching state clears the user and leads to its return URL', async () => {
    const signoutCallback = async () => ({ userState: { returnUrl: '/authentication/logged-out' } })
    const page = buildPage({ storedUser: buildUser(), manager: { signoutCallback } })
    expect(await page.open('/authentication/logout-callback?state=s')).toEqual({
      kind: 'navigate',
      to: '/authentication/logged-out',
    })
    expect(page.session.getState().user).toBeUndefined()
  })

  test('without a return URL in the state, the query decides, then logged-out', async () => {
    const page = () => buildPage({ manager: { signoutCallback: async () => ({}) } })
    expect(await page().open('/authentication/logout-callback?state=s&returnUrl=/pool')).toEqual({
      kind: 'navigate',
      to: '/pool',
    })
    expect(await page().open('/authentication/logout-callback?state=s')).toEqual({
      kind: 'navigate',
      to: '/authentication/logged-out',
    })
  })

  test('an unknown state is reported on the page and signs no one out', async () => {
    const signoutCallback = () => Promise.reject(new Error('No matching state found in storage'))
    const page = buildPage({ storedUser: buildUser(), manager: { signoutCallback } })
    expect(await page.open('/authentication/logout-callback?state=s')).toEqual({
      kind: 'sign-out-failed',
      text: 'No matching state found in storage',
    })
    expect(page.session.getState().user).toBeDefined()
  })

  test('without a state, a signed-in user stays signed in and goes to the home page', async () => {
    const page = buildPage({ storedUser: buildUser() })
    expect(await page.open('/authentication/logout-callback')).toEqual({ kind: 'navigate', to: '/' })
    expect(page.session.getState().user).toBeDefined()
  })

  test('without a state or a user, leads to logged-out', async () => {
    expect(await buildPage().open('/authentication/logout-callback')).toEqual({
      kind: 'navigate',
      to: '/authentication/logged-out',
    })
  })
})

test('logged-out shows its message to everyone and changes nothing', async () => {
  const page = buildPage({ storedUser: buildUser() })
  expect(await page.open('/authentication/logged-out')).toEqual({
    kind: 'signed-out',
    text: 'You successfully logged out!',
  })
  expect(page.session.getState().user).toBeDefined()
})
