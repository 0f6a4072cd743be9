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
  let removed = false
  let announced = 0
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
      removed = true
    },
    openManager: async () => {
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
  return { open, calls, reported, session, service, isRemoved: () => removed, announced: () => announced }
}

const local = { local: true }

describe('login', () => {
  test('a return URL of another origin is an error before any sign-in', async () => {
    const page = buildPage()
    await expect(page.open('/authentication/login?returnUrl=https://evil.example/')).rejects.toThrow(invalidReturnUrl)
    expect(page.calls).toEqual([])
  })

  test('starts silently, and success leads to the return URL', async () => {
    const page = buildPage({ manager: { signinSilent: async () => buildUser() } })
    expect(await page.open('/authentication/login?returnUrl=%2Fpool%2F3%3Fx%23y')).toEqual({
      kind: 'navigate',
      to: '/pool/3?x#y',
    })
    expect(page.calls).toEqual(['signinSilent'])
    expect(page.session.getState().user?.access_token).toBe('token')
  })

  test('success without a return URL leads to the home page', async () => {
    const page = buildPage({ manager: { signinSilent: async () => buildUser() } })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'navigate', to: '/' })
  })

  test('falls back to a redirect after a failed silent attempt, because popups are disabled', async () => {
    const page = buildPage()
    expect(await page.open('/authentication/login?returnUrl=/pool')).toEqual({ kind: 'redirecting' })
    expect(page.calls).toEqual(['signinSilent', 'signinRedirect {"state":{"returnUrl":"/pool"}}'])
    expect(page.reported[1]).toMatch(/^Popup disabled/)
  })

  test('falls back to a redirect when the silent attempt returns no user', async () => {
    const page = buildPage({ manager: { signinSilent: async () => null } })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'redirecting' })
  })

  test('a popup closed by the user ends the sign-in with its message', async () => {
    const signinPopup = () => Promise.reject(new Error('Popup closed by user'))
    const page = buildPage({ popupEnabled: true, manager: { signinPopup } })
    expect(await page.open('/authentication/login')).toEqual({
      kind: 'navigate',
      to: '/authentication/login-failed?message=The+user+closed+the+window.',
    })
  })

  test('a successful popup leads to the return URL', async () => {
    const page = buildPage({ popupEnabled: true, manager: { signinPopup: async () => buildUser() } })
    expect(await page.open('/authentication/login?returnUrl=/pool')).toEqual({
      kind: 'navigate',
      to: '/pool',
    })
  })

  test('falls back to a redirect when the popup fails in any other way', async () => {
    const page = buildPage({ popupEnabled: true })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'redirecting' })
  })

  test('login-failed reports a redirect that cannot start', async () => {
    const signinRedirect = () => Promise.reject(new Error('Failed to fetch'))
    const page = buildPage({ manager: { signinRedirect } })
    expect(await page.open('/authentication/login')).toEqual({
      kind: 'navigate',
      to: '/authentication/login-failed?message=The+sign-in+service+cannot+be+reached.+Try+again+in+a+moment%2C+or+tell+the+organiser.',
    })
  })

  test('login-failed reports settings that cannot be loaded, and the next attempt loads them again', async () => {
    let asked = 0
    const session = createSession({
      broadcastSignOut: () => {},
      onSessionEnded: () => {},
      findStoredUser: () => undefined,
      removeStoredUser: () => {},
      openManager: () => {
        asked += 1
        return Promise.reject(new Error('503'))
      },
    })
    const service = createAuthorizeService(session)
    const failed = { status: 'fail', message: 'Could not load settings' }
    expect(await service.signIn({ returnUrl: '/' })).toEqual(failed)
    expect(await service.signIn({ returnUrl: '/' })).toEqual(failed)
    expect(asked).toBe(2)
    const page = buildPage({ settings: 'fail' })
    expect(await page.open('/authentication/login')).toEqual({
      kind: 'navigate',
      to: '/authentication/login-failed?message=Could+not+load+settings',
    })
  })

  test('a result with an unknown status is an error', async () => {
    const { service } = buildPage()
    const unknown = { ...service, signIn: async () => ({ status: 'maybe' }) as never }
    const visit = { url: new URL('/authentication/login', origin), historyState: null }
    await expect(
      runAuthenticationAction('login', visit, { service: unknown, isSignedIn: () => false }),
    ).rejects.toThrow('Invalid status result')
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
  ])('%s is reported on the page', async (_case, reason) => {
    const page = buildPage({ manager: { signinCallback: () => Promise.reject(reason) } })
    expect(await page.open(callback)).toEqual({
      kind: 'sign-in-failed',
      text: 'There was an error signing in.',
    })
  })

  test('settings that cannot be loaded are reported on the page', async () => {
    const page = buildPage({ settings: 'fail' })
    expect(await page.open(callback)).toEqual({
      kind: 'sign-in-failed',
      text: 'There was an error signing in.',
    })
  })

  test('a redirect is an error', async () => {
    const { service } = buildPage()
    const redirecting = { ...service, completeSignIn: async () => ({ status: 'redirect' }) as const }
    const visit = { url: new URL(callback, origin), historyState: null }
    await expect(
      runAuthenticationAction('login-callback', visit, { service: redirecting, isSignedIn: () => false }),
    ).rejects.toThrow('Should not redirect.')
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

describe('login-failed', () => {
  test('shows the message', async () => {
    expect(await buildPage().open('/authentication/login-failed?message=The+user+closed+the+window.')).toEqual({
      kind: 'sign-in-failed',
      text: 'The user closed the window.',
    })
  })

  test('keeps markup as text, strips control and direction characters, and cuts the message at 300 characters', async () => {
    const message = `<b>a</b>\u0000\n\u202e\u200bb${'x'.repeat(400)}`
    const outcome = await buildPage().open(`/authentication/login-failed?${new URLSearchParams({ message })}`)
    expect(outcome).toEqual({ kind: 'sign-in-failed', text: `<b>a</b>b${'x'.repeat(291)}` })
  })

  test('has no text without a message', async () => {
    expect(await buildPage().open('/authentication/login-failed')).toEqual({
      kind: 'sign-in-failed',
      text: '',
    })
  })
})

describe('the provider’s pages', () => {
  test('register redirects to the registration page, which returns to login', async () => {
    expect(await buildPage().open('/authentication/register')).toEqual({
      kind: 'redirect',
      to: '/Identity/Account/Register?returnUrl=/authentication/login',
    })
  })

  test('profile redirects to account management', async () => {
    expect(await buildPage().open('/authentication/profile')).toEqual({
      kind: 'redirect',
      to: '/Identity/Account/Manage',
    })
  })

  test.each(['other', 'LOGIN', 'constructor', ''])('the action %j is an error', async (action) => {
    await expect(buildPage().open(`/authentication/${action}`)).rejects.toThrow('Invalid action')
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
    expect(page.isRemoved()).toBe(true)
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
    expect(page.isRemoved()).toBe(true)
  })

  test('a sign-out without a redirect leads to the return URL', async () => {
    const { service } = buildPage()
    const inPlace = {
      ...service,
      signOut: async () => ({ status: 'success', state: { returnUrl: '/pool' } }) as const,
    }
    const visit = { url: new URL('/authentication/logout', origin), historyState: local }
    expect(await runAuthenticationAction('logout', visit, { service: inPlace, isSignedIn: () => true })).toEqual({
      kind: 'navigate',
      to: '/pool',
    })
  })

  test('a return URL of another origin is an error', async () => {
    const page = buildPage({ storedUser: buildUser() })
    await expect(page.open('/authentication/logout?returnUrl=//evil.example', local)).rejects.toThrow(invalidReturnUrl)
    expect(page.session.getState().user).toBeDefined()
  })

  test('a result with an unknown status is an error', async () => {
    const { service } = buildPage()
    const unknown = { ...service, signOut: async () => ({ status: 'maybe' }) as never }
    const visit = { url: new URL('/authentication/logout', origin), historyState: local }
    await expect(
      runAuthenticationAction('logout', visit, { service: unknown, isSignedIn: () => true }),
    ).rejects.toThrow('Invalid authentication result status.')
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

  test('a redirect is an error', async () => {
    const { service } = buildPage()
    const redirecting = { ...service, completeSignOut: async () => ({ status: 'redirect' }) as const }
    const visit = { url: new URL('/authentication/logout-callback', origin), historyState: null }
    await expect(
      runAuthenticationAction('logout-callback', visit, { service: redirecting, isSignedIn: () => false }),
    ).rejects.toThrow('Should not redirect.')
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
