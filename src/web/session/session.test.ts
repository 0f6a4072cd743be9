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
  let endedCount = 0
  const unexpected = () => Promise.reject(new Error('unexpected call'))
  const session = createSession({
    broadcastSignOut: () => {},
    onSessionEnded: () => {
      endedCount += 1
    },
    findStoredUser: () => storedUser,
    removeStoredUser: () => {},
    openManager: async (given) => {
      events.push(given)
      return {
        getUser: async () => storedUser ?? null,
        removeUser: unexpected,
        signinPopup: unexpected,
        signinRedirect: unexpected,
        signinCallback: unexpected,
        signoutRedirect: unexpected,
        signoutCallback: unexpected,
        ...manager,
        signinSilent: () => {
          silent += 1
          return manager.signinSilent?.() ?? unexpected()
        },
      }
    },
  })
  return { session, events, silentAttempts: () => silent, endedCount: () => endedCount }
}

describe('a tab without a user', () => {
  test('signs in silently, and API calls wait for the token', async () => {
    const { session, silentAttempts } = buildSession({ signinSilent: async () => buildUser('a') })
    const resumed = session.resume()
    expect(session.getState()).toMatchObject({ user: undefined, isChecking: true })
    expect(await Promise.all([session.getAccessToken(), session.getAccessToken()])).toEqual(['a', 'a'])
    await resumed
    expect(silentAttempts()).toBe(1)
    expect(session.getState()).toMatchObject({ user: { access_token: 'a' }, isChecking: false })
  })

  test('sends no API call if nobody is signed in, and erases the cached board', async () => {
    const { session, endedCount } = buildSession({ signinSilent: () => Promise.reject(loginRequired) })
    const resumed = session.resume()
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'unauthenticated' })
    await resumed
    expect(endedCount()).toBe(1)
    expect(session.getState()).toMatchObject({ user: undefined, isChecking: false, needsSignIn: false })
    // A repeat by the query library.
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('keeps the cached board if the provider cannot be reached', async () => {
    const { session, endedCount } = buildSession({ signinSilent: () => Promise.reject(new Error('timed out')) })
    const resumed = session.resume()
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'offline' })
    await resumed
    expect(endedCount()).toBe(0)
  })
})

describe('a session', () => {
  test('has the stored user and their token at once, without a network', async () => {
    const { session, events } = buildSession({}, buildUser('a'))
    expect(session.getState().user?.access_token).toBe('a')
    expect(await session.getAccessToken()).toBe('a')
    expect(events).toHaveLength(0)
  })

  test('without a user has no token and nothing to start', async () => {
    const { session, events } = buildSession({})
    await session.start()
    expect(await session.getAccessToken()).toBeUndefined()
    expect(events).toHaveLength(0)
  })

  test('renews an expired token before it returns it', async () => {
    const { session } = buildSession({ signinSilent: async () => buildUser('b') }, buildUser('a', true))
    expect(await session.getAccessToken()).toBe('b')
    expect(session.getState().user?.access_token).toBe('b')
  })

  test('concurrent rejected calls share one renewal', async () => {
    const { session, silentAttempts } = buildSession({ signinSilent: async () => buildUser('b') }, buildUser('a'))
    expect(
      await Promise.all([
        session.onUnauthorized('a', 'unauthenticated'),
        session.onUnauthorized('a', 'unauthenticated'),
      ]),
    ).toEqual(['b', 'b'])
    expect(silentAttempts()).toBe(1)
  })

  test('a call rejected with an old token gets the newer one without a renewal', async () => {
    const { session, silentAttempts } = buildSession({}, buildUser('b'))
    expect(await session.onUnauthorized('a', 'unauthenticated')).toBe('b')
    expect(silentAttempts()).toBe(0)
  })

  test('a new token that the server does not accept is not renewed: the next one would be no better', async () => {
    const { session, silentAttempts } = buildSession({ signinSilent: async () => buildUser('b') }, buildUser('a'))
    // An old one may have been signed with a key that is gone.
    expect(await session.onUnauthorized('a', 'token-refused')).toBe('b')
    expect(await session.onUnauthorized('b', 'token-refused')).toBeUndefined()
    expect(silentAttempts()).toBe(1)
    expect(session.getState()).toMatchObject({ needsSignIn: false, user: { access_token: 'b' } })
    expect(await session.onUnauthorized('b', 'unauthenticated')).toBe('b')
    expect(silentAttempts()).toBe(2)
  })

  test('a renewal that needs the user keeps the user and asks for a new sign-in', async () => {
    const signinSilent = () => Promise.reject(loginRequired)
    const { session, endedCount } = buildSession({ signinSilent }, buildUser('a'))
    expect(await session.onUnauthorized('a', 'unauthenticated')).toBeUndefined()
    expect(endedCount()).toBe(1)
    expect(session.getState()).toMatchObject({ needsSignIn: true, user: { access_token: 'a' } })
  })

  test('that has ended stays so when background renewal starts', async () => {
    const { session } = buildSession({ signinSilent: () => Promise.reject(loginRequired) }, buildUser('a'))
    await session.renew()
    await session.start()
    expect(session.getState()).toMatchObject({ needsSignIn: true, user: { access_token: 'a' } })
  })

  test('a renewal that fails without a network changes nothing', async () => {
    const signinSilent = () => Promise.reject(new Error('IFrame timed out without a response'))
    const { session, endedCount } = buildSession({ signinSilent }, buildUser('a'))
    expect(await session.renew()).toBeUndefined()
    expect(session.getState().needsSignIn).toBe(false)
    expect(endedCount()).toBe(0)
  })

  test('a later successful renewal needs no new sign-in', async () => {
    let refuse = true
    const signinSilent = () => (refuse ? Promise.reject(loginRequired) : Promise.resolve(buildUser('b')))
    const { session } = buildSession({ signinSilent }, buildUser('a'))
    await session.renew()
    refuse = false
    await session.renew()
    expect(session.getState()).toMatchObject({ needsSignIn: false, user: { access_token: 'b' } })
  })

  test('notifies subscribers of background renewals and sign-outs', async () => {
    const { session, events } = buildSession({}, buildUser('a'))
    const notified: (string | undefined)[] = []
    const stop = session.subscribe(() => notified.push(session.getState().user?.access_token))
    await session.start()
    events[0]?.onUser(buildUser('b'))
    events[0]?.onUser(undefined)
    stop()
    events[0]?.onUser(buildUser('c'))
    expect(notified).toEqual(['a', 'b', undefined])
  })

  test('a sign-out in another tab removes the user here and from the library', async () => {
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

  test('returns the same state object until something changes', () => {
    const { session } = buildSession({}, buildUser('a'))
    expect(session.getState()).toBe(session.getState())
  })
})
