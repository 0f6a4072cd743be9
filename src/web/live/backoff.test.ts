import { describe, expect, it } from 'vitest'
import { toBackoffMs } from './backoff.ts'

describe('the backoff', () => {
  it('doubles from a second to a minute', () => {
    const longest = [1, 2, 3, 4, 7, 50].map((failures) => toBackoffMs(failures, () => 1))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000])
  })

  it('has a jitter of up to half the delay', () => {
    expect([0, 0.5, 1].map((random) => toBackoffMs(3, () => random))).toEqual([2_000, 3_000, 4_000])
  })
})
