import { describe, expect, test } from 'vitest'
import { createAuthorizeService } from '#web/session/authorize-service.ts'
import { createSession } from '#web/session/session.ts'
import type { SignedInUser, SignInManager } from '#web/session/sign-in-manager.ts'
import { type AuthenticationOutcome, runAuthenticationAction } from './authentication-action.ts'

const origin = 'https://pool.example'
const invalidReturnUrl =
  'Invalid return url. The return url needs to have the same origin as the current page.'

type Setting = {
  storedUser?: SignedInUser
  manager?: Partial<SignInManager>
  settings?: 'fail'
  popupEnabled?: boolean
}

function buildUser(overrides: Partial<SignedInUser> = {}): SignedInUser {
  return { access_token: 'token', expired: false, profile: { email: 'kit@pool.example' }, ...overrides }
}

/** A provider without a session of its own: silent fails, redirects leave. Says in `calls` what it was asked. */
function buildPage({ storedUser, manager = {}, settings, popupEnabled = false }: Setting = {}) {
  const calls: string[] = []
  const reported: string[] = []
  let forgotten = false
  let announced = 0
  const called = <Part extends keyof SignInManager>(
    name: Part,
    part: SignInManager[Part],
  ): SignInManager[Part] =>
    ((...parameters: Parameters<SignInManager[Part]>) => {
      calls.push([name, ...parameters.map((parameter) => JSON.stringify(parameter))].join(' '))
      return (part as (...given: typeof parameters) => unknown)(...parameters)
    }) as SignInManager[Part]
  const full: SignInManager = {
    getUser: async () => null,
    removeUser: async () => {},
    signinSilent: () =>
      Promise.reject(Object.assign(new Error('login_required'), { error: 'login_required' })),
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
    findStoredUser: () => storedUser,
    removeStoredUser: () => {
      forgotten = true
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
  return { open, calls, reported, session, service, isForgotten: () => forgotten, announced: () => announced }
}

const local = { local: true }

describe('login', () => {
  test('a foreign return address is an error before any sign-in', async () => {
    const page = buildPage()
    await expect(page.open('/authentication/login?returnUrl=https://evil.example/')).rejects.toThrow(
      invalidReturnUrl,
    )
    expect(page.calls).toEqual([])
  })

  test('begins silently, and success leads to the return address', async () => {
    const page = buildPage({ manager: { signinSilent: async () => buildUser() } })
    expect(await page.open('/authentication/login?returnUrl=%2Fpool%2F3%3Fx%23y')).toEqual({
      kind: 'navigate',
      to: '/pool/3?x#y',
    })
    expect(page.calls).toEqual(['signinSilent'])
    expect(page.session.getState().user?.access_token).toBe('token')
  })

  test('without a return address success leads to the front page', async () => {
    const page = buildPage({ manager: { signinSilent: async () => buildUser() } })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'navigate', to: '/' })
  })

  test('after a failed silent attempt the popup is refused internally and the page is left by a redirect', async () => {
    const page = buildPage()
    expect(await page.open('/authentication/login?returnUrl=/pool')).toEqual({ kind: 'leaving' })
    expect(page.calls).toEqual(['signinSilent', 'signinRedirect {"state":{"returnUrl":"/pool"}}'])
    expect(page.reported[1]).toMatch(/^Popup disabled/)
  })

  test('a silent attempt that brings nobody goes on to the redirect', async () => {
    const page = buildPage({ manager: { signinSilent: async () => null } })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'leaving' })
  })

  test('a popup that the user closes ends the sign-in with its message', async () => {
    const signinPopup = () => Promise.reject(new Error('Popup closed by user'))
    const page = buildPage({ popupEnabled: true, manager: { signinPopup } })
    expect(await page.open('/authentication/login')).toEqual({
      kind: 'navigate',
      to: '/authentication/login-failed?message=The+user+closed+the+window.',
    })
  })

  test('a popup that succeeds leads to the return address', async () => {
    const page = buildPage({ popupEnabled: true, manager: { signinPopup: async () => buildUser() } })
    expect(await page.open('/authentication/login?returnUrl=/pool')).toEqual({
      kind: 'navigate',
      to: '/pool',
    })
  })

  test('a popup that fails otherwise goes on to the redirect', async () => {
    const page = buildPage({ popupEnabled: true })
    expect(await page.open('/authentication/login')).toEqual({ kind: 'leaving' })
  })

  test('a redirect that cannot start is told by login-failed', async () => {
    const signinRedirect = () => Promise.reject(new Error('Failed to fetch'))
    const page = buildPage({ manager: { signinRedirect } })
    expect(await page.open('/authentication/login')).toEqual({
      kind: 'navigate',
      to: '/authentication/login-failed?message=Failed+to+fetch',
    })
  })

  test('settings that cannot be loaded are told by login-failed, and asked for again at the next try', async () => {
    let asked = 0
    const session = createSession({
      broadcastSignOut: () => {},
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

  test('a result of no known status is an error', async () => {
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

  test('a matching state leads to the return address that it carries', async () => {
    const signinCallback = async () => buildUser({ state: { returnUrl: '/golfers' } })
    const page = buildPage({ manager: { signinCallback } })
    expect(await page.open(`${callback}&returnUrl=/pool`)).toEqual({ kind: 'navigate', to: '/golfers' })
    expect(page.session.getState().user).toBeDefined()
  })

  test('a state without return address leaves it to the query, then to the default', async () => {
    const page = () => buildPage({ manager: { signinCallback: async () => buildUser() } })
    expect(await page().open(`${callback}&returnUrl=/pool`)).toEqual({ kind: 'navigate', to: '/pool' })
    expect(await page().open(callback)).toEqual({ kind: 'navigate', to: '/' })
  })

  test('a foreign return address in the state is passed over', async () => {
    const signinCallback = async () => buildUser({ state: { returnUrl: '//evil.example' } })
    expect(await buildPage({ manager: { signinCallback } }).open(callback)).toEqual({
      kind: 'navigate',
      to: '/',
    })
  })

  test.each([
    ['an error answer', new Error('access_denied')],
    ['an unknown state or a replayed address', new Error('No matching state found in storage')],
    ['a refused code', new Error('invalid_grant')],
    ['something that is no error at all', 'nothing'],
  ])('%s is told in place', async (_case, reason) => {
    const page = buildPage({ manager: { signinCallback: () => Promise.reject(reason) } })
    expect(await page.open(callback)).toEqual({
      kind: 'sign-in-failed',
      text: 'There was an error signing in.',
    })
  })

  test('settings that cannot be loaded are told in place', async () => {
    const page = buildPage({ settings: 'fail' })
    expect(await page.open(callback)).toEqual({
      kind: 'sign-in-failed',
      text: 'There was an error signing in.',
    })
  })

  test('a redirect there is an error', async () => {
    const { service } = buildPage()
    const redirecting = { ...service, completeSignIn: async () => ({ status: 'redirect' }) as const }
    const visit = { url: new URL(callback, origin), historyState: null }
    await expect(
      runAuthenticationAction('login-callback', visit, { service: redirecting, isSignedIn: () => false }),
    ).rejects.toThrow('Should not redirect.')
  })

  test('one address is redeemed once, however often it is asked for', async () => {
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
  test('shows the message as it came', async () => {
    expect(
      await buildPage().open('/authentication/login-failed?message=The+user+closed+the+window.'),
    ).toEqual({
      kind: 'sign-in-failed',
      text: 'The user closed the window.',
    })
  })

  test('markup stays text, control characters and tricks with direction go, and 300 characters are the end', async () => {
    const message = `<b>a</b>\u0000\n\u202e\u200bb${'x'.repeat(400)}`
    const outcome = await buildPage().open(`/authentication/login-failed?${new URLSearchParams({ message })}`)
    expect(outcome).toEqual({ kind: 'sign-in-failed', text: `<b>a</b>b${'x'.repeat(291)}` })
  })

  test('without a message says nothing more', async () => {
    expect(await buildPage().open('/authentication/login-failed')).toEqual({
      kind: 'sign-in-failed',
      text: '',
    })
  })
})

describe('the pages of the provider', () => {
  test('register leaves for the registration and back to login', async () => {
    expect(await buildPage().open('/authentication/register')).toEqual({
      kind: 'leave',
      to: '/Identity/Account/Register?returnUrl=/authentication/login',
    })
  })

  test('profile leaves for the account management', async () => {
    expect(await buildPage().open('/authentication/profile')).toEqual({
      kind: 'leave',
      to: '/Identity/Account/Manage',
    })
  })

  test.each(['other', 'LOGIN', 'constructor', ''])('the action %j is an error', async (action) => {
    await expect(buildPage().open(`/authentication/${action}`)).rejects.toThrow('Invalid action')
  })
})

describe('logout', () => {
  test.each([undefined, null, {}, { local: false }, 'local'])(
    'from outside of the page (%j) signs nobody out',
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

  test('of nobody leaves the provider alone', async () => {
    const page = buildPage()
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'signed-out',
      text: 'You successfully logged out!',
    })
    expect(page.calls).toEqual([])
  })

  test('of somebody removes the local user and leaves for the provider', async () => {
    const page = buildPage({ storedUser: buildUser() })
    expect(await page.open('/authentication/logout', local)).toEqual({ kind: 'leaving' })
    expect(page.calls).toEqual(['signoutRedirect {"state":{"returnUrl":"/authentication/logged-out"}}'])
    expect(page.session.getState().user).toBeUndefined()
    expect(page.isForgotten()).toBe(true)
    expect(page.announced()).toBe(1)
  })

  test('a reload of it finds nobody and says so', async () => {
    const page = buildPage({ storedUser: buildUser() })
    await page.open('/authentication/logout', local)
    expect(await page.open('/authentication/logout', local)).toMatchObject({
      text: 'You successfully logged out!',
    })
    expect(page.calls).toHaveLength(1)
  })

  test('a provider out of reach is told in place, and the local user is gone all the same', async () => {
    const signoutRedirect = () => Promise.reject(new Error('No end session endpoint'))
    const page = buildPage({ storedUser: buildUser(), manager: { signoutRedirect } })
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'sign-out-failed',
      text: 'No end session endpoint',
    })
    expect(page.session.getState().user).toBeUndefined()
  })

  test('without settings the local user is gone too', async () => {
    const page = buildPage({ storedUser: buildUser(), settings: 'fail' })
    expect(await page.open('/authentication/logout', local)).toEqual({
      kind: 'sign-out-failed',
      text: 'Could not load settings',
    })
    expect(page.isForgotten()).toBe(true)
  })

  test('a sign-out that needs no redirect leads to the return address', async () => {
    const { service } = buildPage()
    const inPlace = {
      ...service,
      signOut: async () => ({ status: 'success', state: { returnUrl: '/pool' } }) as const,
    }
    const visit = { url: new URL('/authentication/logout', origin), historyState: local }
    expect(
      await runAuthenticationAction('logout', visit, { service: inPlace, isSignedIn: () => true }),
    ).toEqual({ kind: 'navigate', to: '/pool' })
  })

  test('a foreign return address is an error', async () => {
    const page = buildPage({ storedUser: buildUser() })
    await expect(page.open('/authentication/logout?returnUrl=//evil.example', local)).rejects.toThrow(
      invalidReturnUrl,
    )
    expect(page.session.getState().user).toBeDefined()
  })

  test('a result of no known status is an error', async () => {
    const { service } = buildPage()
    const unknown = { ...service, signOut: async () => ({ status: 'maybe' }) as never }
    const visit = { url: new URL('/authentication/logout', origin), historyState: local }
    await expect(
      runAuthenticationAction('logout', visit, { service: unknown, isSignedIn: () => true }),
    ).rejects.toThrow('Invalid authentication result status.')
  })
})

describe('logout-callback', () => {
  test('a matching state clears the user and leads to the return address that it carries', async () => {
    const signoutCallback = async () => ({ userState: { returnUrl: '/authentication/logged-out' } })
    const page = buildPage({ storedUser: buildUser(), manager: { signoutCallback } })
    expect(await page.open('/authentication/logout-callback?state=s')).toEqual({
      kind: 'navigate',
      to: '/authentication/logged-out',
    })
    expect(page.session.getState().user).toBeUndefined()
  })

  test('a state without return address leaves it to the query, then to logged-out', async () => {
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

  test('an unknown state is told in place and signs nobody out', async () => {
    const signoutCallback = () => Promise.reject(new Error('No matching state found in storage'))
    const page = buildPage({ storedUser: buildUser(), manager: { signoutCallback } })
    expect(await page.open('/authentication/logout-callback?state=s')).toEqual({
      kind: 'sign-out-failed',
      text: 'No matching state found in storage',
    })
    expect(page.session.getState().user).toBeDefined()
  })

  test('without a state a signed-in user stays signed in and goes to the front page', async () => {
    const page = buildPage({ storedUser: buildUser() })
    expect(await page.open('/authentication/logout-callback')).toEqual({ kind: 'navigate', to: '/' })
    expect(page.session.getState().user).toBeDefined()
  })

  test('without a state and a user leads to logged-out', async () => {
    expect(await buildPage().open('/authentication/logout-callback')).toEqual({
      kind: 'navigate',
      to: '/authentication/logged-out',
    })
  })

  test('a redirect there is an error', async () => {
    const { service } = buildPage()
    const redirecting = { ...service, completeSignOut: async () => ({ status: 'redirect' }) as const }
    const visit = { url: new URL('/authentication/logout-callback', origin), historyState: null }
    await expect(
      runAuthenticationAction('logout-callback', visit, { service: redirecting, isSignedIn: () => false }),
    ).rejects.toThrow('Should not redirect.')
  })
})

test('logged-out says so at any time and to anybody, and does nothing', async () => {
  const page = buildPage({ storedUser: buildUser() })
  expect(await page.open('/authentication/logged-out')).toEqual({
    kind: 'signed-out',
    text: 'You successfully logged out!',
  })
  expect(page.session.getState().user).toBeDefined()
})
