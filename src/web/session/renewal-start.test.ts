import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRenewalInTime } from './renewal-start.ts'

const ignore = () => {}
const now = new Date('2026-11-21T12:00:00Z')

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

/** A session whose token expires after `seconds`; undefined: nobody is signed in. */
function buildSession(seconds: number | undefined, results: readonly boolean[] = [true]) {
  const starts: number[] = []
  const expires_at = seconds === undefined ? undefined : now.getTime() / 1000 + seconds
  let user = expires_at === undefined ? undefined : { access_token: 'a', expired: false, expires_at, profile: {} }
  return {
    starts,
    signOut: () => {
      user = undefined
    },
    getState: () => ({ user, needsSignIn: false, isChecking: false }),
    start: async () => {
      starts.push((Date.now() - now.getTime()) / 1000)
      return results[starts.length - 1] ?? true
    },
  }
}

describe('background renewal', () => {
  test('starts within two minutes of the expiry, and once', async () => {
    const session = buildSession(600)
    startRenewalInTime(session, ignore)
    await vi.advanceTimersByTimeAsync(479_000)
    expect(session.starts).toEqual([])
    await vi.advanceTimersByTimeAsync(300_000)
    expect(session.starts).toEqual([480])
  })

  test('starts at once if the token is about to expire, or has expired', async () => {
    for (const seconds of [119, -3600]) {
      const session = buildSession(seconds)
      startRenewalInTime(session, ignore)
      expect(session.starts).toEqual([0])
    }
  })

  test('starts soon after the device has slept past the expiry', async () => {
    const session = buildSession(600)
    startRenewalInTime(session, ignore)
    vi.setSystemTime(now.getTime() + 5 * 3_600_000)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(session.starts).toHaveLength(1)
  })

  test('is tried again until it starts, and failures are reported', async () => {
    const session = buildSession(100, [false, false, true])
    let failures = 0
    startRenewalInTime(session, () => {
      failures += 1
    })
    await vi.advanceTimersByTimeAsync(100_000)
    expect(session.starts).toEqual([0, 15, 30])
    expect(failures).toBe(2)
  })

  test('does not start without a user, nor once it is cancelled', async () => {
    const [nobody, leaving, cancelled] = [buildSession(undefined), buildSession(300), buildSession(300)]
    for (const session of [nobody, leaving]) startRenewalInTime(session, ignore)
    startRenewalInTime(cancelled, ignore)()
    leaving.signOut()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([nobody, leaving, cancelled].flatMap(({ starts }) => starts)).toEqual([])
  })
})
