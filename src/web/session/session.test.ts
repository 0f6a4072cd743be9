import { describe, expect, test } from 'vitest'
import { createSession } from './session.ts'
import type { SignedInUser, SignInEvents, SignInManager } from './sign-in-manager.ts'

function buildUser(access_token: string, expired = false): SignedInUser {
  return { access_token, expired, profile: {} }
}

const loginRequired = Object.assign(new Error('login_required'), { error: 'login_required' })

function buildSession(manager: Partial<SignInManager>, storedUser?: SignedInUser) {
  const events: SignInEvents[] = []
  let silent = 0
  const notAsked = () => Promise.reject(new Error('not asked for here'))
  const session = createSession({
    broadcastSignOut: () => {},
    findStoredUser: () => storedUser,
    removeStoredUser: () => {},
    openManager: async (given) => {
      events.push(given)
      return {
        getUser: async () => storedUser ?? null,
        removeUser: notAsked,
        signinPopup: notAsked,
        signinRedirect: notAsked,
        signinCallback: notAsked,
        signoutRedirect: notAsked,
        signoutCallback: notAsked,
        ...manager,
        signinSilent: () => {
          silent += 1
          return manager.signinSilent?.() ?? notAsked()
        },
      }
    },
  })
  return { session, events, silentAttempts: () => silent }
}

describe('a session', () => {
  test('knows at once whom the tab knew before, and gives out that token without any network', async () => {
    const { session, events } = buildSession({}, buildUser('a'))
    expect(session.getState().user?.access_token).toBe('a')
    expect(await session.getAccessToken()).toBe('a')
    expect(events).toHaveLength(0)
  })

  test('without a user there is no token and nothing to start', async () => {
    const { session, events } = buildSession({})
    await session.start()
    expect(await session.getAccessToken()).toBeUndefined()
    expect(events).toHaveLength(0)
  })

  test('a token whose time is over is renewed before it is given out', async () => {
    const { session } = buildSession({ signinSilent: async () => buildUser('b') }, buildUser('a', true))
    expect(await session.getAccessToken()).toBe('b')
    expect(session.getState().user?.access_token).toBe('b')
  })

  test('calls that are refused at the same time share one renewal', async () => {
    const { session, silentAttempts } = buildSession(
      { signinSilent: async () => buildUser('b') },
      buildUser('a'),
    )
    expect(await Promise.all([session.onUnauthorized('a'), session.onUnauthorized('a')])).toEqual(['b', 'b'])
    expect(silentAttempts()).toBe(1)
  })

  test('a call that was refused with an older token takes the newer one without asking', async () => {
    const { session, silentAttempts } = buildSession({}, buildUser('b'))
    expect(await session.onUnauthorized('a')).toBe('b')
    expect(silentAttempts()).toBe(0)
  })

  test('a renewal that the provider refuses without the user marks the session as lapsed and keeps the user', async () => {
    const { session } = buildSession({ signinSilent: () => Promise.reject(loginRequired) }, buildUser('a'))
    expect(await session.onUnauthorized('a')).toBeUndefined()
    expect(session.getState()).toMatchObject({ needsSignIn: true, user: { access_token: 'a' } })
  })

  test('a renewal that fails for want of a network leaves the session as it is', async () => {
    const signinSilent = () => Promise.reject(new Error('IFrame timed out without a response'))
    const { session } = buildSession({ signinSilent }, buildUser('a'))
    expect(await session.renew()).toBeUndefined()
    expect(session.getState().needsSignIn).toBe(false)
  })

  test('a later renewal ends the lapse', async () => {
    let refuse = true
    const signinSilent = () => (refuse ? Promise.reject(loginRequired) : Promise.resolve(buildUser('b')))
    const { session } = buildSession({ signinSilent }, buildUser('a'))
    await session.renew()
    refuse = false
    await session.renew()
    expect(session.getState()).toMatchObject({ needsSignIn: false, user: { access_token: 'b' } })
  })

  test('tells its listeners of a renewal and of a sign-out in the background', async () => {
    const { session, events } = buildSession({}, buildUser('a'))
    const heard: (string | undefined)[] = []
    const stop = session.subscribe(() => heard.push(session.getState().user?.access_token))
    await session.start()
    events[0]?.onUser(buildUser('b'))
    events[0]?.onUser(undefined)
    stop()
    events[0]?.onUser(buildUser('c'))
    expect(heard).toEqual(['a', 'b', undefined])
  })

  test('a sign-out in another tab ends this one, and what the library keeps', async () => {
    let removed = 0
    const removeUser = async () => {
      removed += 1
    }
    const { session } = buildSession({ removeUser }, buildUser('a'))
    await session.start()
    await session.signOutLocally()
    expect(session.getState().user).toBeUndefined()
    expect(removed).toBe(1)
  })

  test('the same state is the same object until something changes', () => {
    const { session } = buildSession({}, buildUser('a'))
    expect(session.getState()).toBe(session.getState())
  })
})
