import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boardParameter } from '#contract/board-responses.ts'
import type { ClientConfiguration } from '#contract/sign-in-contract.ts'
import { createMemoryStorage } from '#test/support/memory-storage.ts'
import { signInFirst } from './first-sign-in.ts'
import { findStoredUser } from './stored-user.ts'

const origin = 'https://pool.example'
const configuration: ClientConfiguration = {
  authority: origin,
  client_id: 'golf',
  redirect_uri: `${origin}/authentication/login-callback`,
  post_logout_redirect_uri: `${origin}/authentication/logout-callback`,
  response_type: 'code',
  scope: 'golfAPI openid profile',
}
const serverTime = new Date('2026-11-22T12:00:00Z')
const serverSeconds = serverTime.getTime() / 1000

type Changes = {
  callback?: Record<string, string | undefined>
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  tokens?: Record<string, unknown>
}

/** A fake provider; `changes` are what an attacker or a fault would send instead. */
function serveProvider({ callback = {}, header = {}, claims = {}, tokens = {} }: Changes = {}) {
  const requests: { authorize?: URLSearchParams; token?: URLSearchParams } = {}
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const url = new URL(address)
    if (url.pathname === '/connect/authorize') {
      requests.authorize = url.searchParams
      const parameters = { code: 'c', state: url.searchParams.get('state') ?? '', iss: origin, ...callback }
      const sent = Object.entries(parameters).filter(([, value]) => value !== undefined)
      return Response.json({ url: `${configuration.redirect_uri}?${new URLSearchParams(sent as [string, string][])}` })
    }
    requests.token = new URLSearchParams(String(init?.body))
    const nonce = requests.authorize?.get('nonce')
    const expected = { iss: origin, aud: 'golf', sub: 's', name: 'Kit', nonce, at_hash: 'h' }
    const times = { iat: serverSeconds, exp: serverSeconds + 3600 }
    const parts = [
      { alg: 'RS256', ...header },
      { ...expected, ...times, ...claims },
    ].map(encode)
    const body = { access_token: 'a', token_type: 'Bearer', expires_in: 600, id_token: [...parts, 'x'].join('.') }
    return Response.json({ ...body, ...tokens }, { headers: { Date: serverTime.toUTCString() } })
  })
  return requests
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const noBoard = { take: () => undefined, onResponses: () => {} }

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.useFakeTimers({ toFake: ['Date'], now: serverTime })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the first sign-in of a tab', () => {
  test('sends a silent request with its own code verifier, state and nonce', async () => {
    const requests = serveProvider()
    await signInFirst(configuration, noBoard, createMemoryStorage())
    const first = Object.fromEntries(requests.authorize ?? [])
    await signInFirst(configuration, noBoard, createMemoryStorage())
    const second = Object.fromEntries(requests.authorize ?? [])
    const { client_id, redirect_uri, scope } = configuration
    expect(first).toMatchObject({ client_id, redirect_uri, scope, prompt: 'none', response_mode: 'json' })
    expect(first).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first[name]).toMatch(/^[\w-]{43}$/)
      expect(second[name]).not.toBe(first[name])
    }
    const verifier = new TextEncoder().encode(requests.token?.get('code_verifier') ?? '')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
    expect(digest).toBe(second['code_challenge'])
  })

  test('stores the user as the sign-in library does, without the protocol claims', async () => {
    serveProvider()
    const storage = createMemoryStorage()
    const user = await signInFirst(configuration, noBoard, storage)
    expect(user).toMatchObject({ access_token: 'a', expired: false, profile: { sub: 's', name: 'Kit' } })
    expect(findStoredUser(storage)).toEqual(user)
    vi.setSystemTime(serverTime.getTime() + 600_000)
    expect(user.expired).toBe(true)
    const stored = JSON.parse(storage.getItem(`oidc.user:${origin}:golf`) ?? '{}')
    expect(stored).toMatchObject({ expires_at: serverSeconds + 600, scope: configuration.scope })
    expect(Object.keys(stored.profile).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'name', 'sub'])
  })

  test.each<[string, Changes]>([
    ['another state', { callback: { state: 'other' } }],
    ['no state', { callback: { state: undefined } }],
    ['the issuer of another provider', { callback: { iss: 'https://other.example' } }],
    ['no issuer', { callback: { iss: undefined } }],
    ['no code', { callback: { code: undefined } }],
    ['an unsigned ID token', { header: { alg: 'none' } }],
    ['an ID token of another provider', { claims: { iss: 'https://other.example' } }],
    ['an ID token for another client', { claims: { aud: 'other' } }],
    ['an ID token of another sign-in', { claims: { nonce: 'other' } }],
    ['an ID token without a nonce', { claims: { nonce: undefined } }],
    ['an expired ID token', { claims: { exp: serverSeconds - 60 } }],
    ['an ID token of nobody', { claims: { sub: undefined } }],
    ['no ID token', { tokens: { id_token: undefined } }],
    ['no access token', { tokens: { access_token: undefined } }],
  ])('refuses %s', async (_what, changes) => {
    serveProvider(changes)
    const storage = createMemoryStorage()
    await expect(signInFirst(configuration, noBoard, storage)).rejects.toThrow()
    expect(storage.length).toBe(0)
  })

  test('fails with the provider’s error code if user interaction is needed', async () => {
    const requests = serveProvider({ callback: { code: undefined, error: 'login_required' } })
    const failure = await signInFirst(configuration, noBoard, createMemoryStorage()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({ error: 'login_required' })
    expect(requests.token).toBeUndefined()
  })

  test.each([-3, 3])('works on a phone whose clock is wrong by %d hours', async (hours) => {
    const clock = serverTime.getTime() + hours * 3_600_000
    vi.setSystemTime(clock)
    serveProvider()
    const user = await signInFirst(configuration, noBoard, createMemoryStorage())
    expect(user.expires_at).toBe(clock / 1000 + 600)
  })

  test('receives the board together with the token', async () => {
    const responses = [{ path: '/api/user', headers: {}, body: '{}' }]
    const requests = serveProvider({ tokens: { [boardParameter]: responses } })
    const given: unknown[] = []
    const board = { take: () => 7, onResponses: (all: unknown) => given.push(all) }
    await signInFirst(configuration, board, createMemoryStorage())
    expect(requests.token?.get(boardParameter)).toBe('7')
    expect(given).toEqual([responses])
  })
})
