import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#test/support/memory-storage.ts'
import { findStoredUser, removeStoredUser } from './stored-user.ts'

const now = new Date('2026-11-21T12:00:00Z')
const nowSeconds = now.getTime() / 1000

function buildStoredUser(expires_at: number): string {
  return JSON.stringify({
    access_token: 'a',
    expires_at,
    profile: { sub: '1', email: 'kit@pool.example' },
    scope: 'x',
  })
}

describe('the stored user', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }))
  afterEach(() => vi.useRealTimers())

  test('is found under the library’s key, for any provider', () => {
    const storage = createMemoryStorage({
      theme: 'dark',
      'oidc.user:https://id.example:golf': buildStoredUser(nowSeconds + 60),
    })
    expect(findStoredUser(storage)).toMatchObject({
      access_token: 'a',
      expired: false,
      profile: { email: 'kit@pool.example' },
    })
  })

  test('is expired from the second in which the token expires', () => {
    const user = findStoredUser(createMemoryStorage({ 'oidc.user:a:b': buildStoredUser(nowSeconds + 1) }))
    expect(user?.expired).toBe(false)
    vi.setSystemTime(now.getTime() + 1000)
    expect(user?.expired).toBe(true)
  })

  test.each(['', 'null', '{}', 'not json', '{"access_token":1}'])('%j is no user', (stored) => {
    expect(findStoredUser(createMemoryStorage({ 'oidc.user:a:b': stored }))).toBeUndefined()
  })

  test('is removed without touching anything else', () => {
    const storage = createMemoryStorage({ theme: 'dark', 'oidc.user:a:b': buildStoredUser(0), 'oidc.user:c:d': 'x' })
    removeStoredUser(storage)
    expect(storage.length).toBe(1)
    expect(storage.getItem('theme')).toBe('dark')
  })
})
