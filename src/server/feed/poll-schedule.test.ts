import { describe, expect, it } from 'vitest'
import { findPollDelay, type PollHistory } from './poll-schedule.ts'

const minute = 60_000
const hour = 60 * minute
const start = '2026-06-04T12:00:00.000Z'

/** The delay in minutes, at a time in minutes after the start of the tournament; so are the times of the history. */
function findDelay(at: number, history: Partial<PollHistory> = {}): number | null {
  const toTime = (minutes: number) => Date.parse(start) + minutes * minute
  const { polledAt = null, freshAt = null, ...rest } = history
  const delay = findPollDelay(
    {
      polledAt: polledAt === null ? null : toTime(polledAt),
      freshAt: freshAt === null ? null : toTime(freshAt),
      failures: 0,
      jitter: 0,
      pollsSinceEnd: null,
      ...rest,
    },
    { start, intervalMs: minute, now: toTime(at) },
  )
  return delay === null ? null : delay / minute
}

describe('during play', () => {
  it('the first poll is due at once, however fresh the scores of another process are', () => {
    expect([findDelay(0), findDelay(0, { freshAt: 0 })]).toEqual([0, 0])
  })

  it('the next poll follows after one interval', () => {
    expect(findDelay(10, { polledAt: 10, freshAt: 10 })).toBe(1)
    expect(findDelay(10.25, { polledAt: 10, freshAt: 10 })).toBe(0.75)
    expect(findDelay(12, { polledAt: 10, freshAt: 10 })).toBe(0)
  })

  it('a clock that was set back does not stop polling', () => {
    expect(findDelay(10, { polledAt: 70, freshAt: 70 })).toBe(0)
    expect(findDelay(-300, { freshAt: -200 })).toBe(0)
  })
})

describe('more than an hour before the start', () => {
  it('polls are an hour apart, counted from the last response to any process', () => {
    expect(findDelay(-600)).toBe(0)
    expect(findDelay(-580, { freshAt: -600 })).toBe(40)
    expect(findDelay(-540, { freshAt: -600, polledAt: -600 })).toBe(0)
  })

  it('the next poll is never later than an hour before the start', () => {
    expect(findDelay(-90, { freshAt: -90, polledAt: -90 })).toBe(30)
    expect(findDelay(-60, { freshAt: -90, polledAt: -90 })).toBe(0)
  })

  it('polls are never less than an interval apart', () => {
    expect(findDelay(-60.5, { freshAt: -60.5, polledAt: -60.5 })).toBe(1)
  })

  it('stale scores are polled immediately', () => {
    expect(findDelay(-580, { freshAt: null })).toBe(0)
  })

  it('a failure is retried as during play', () => {
    expect(findDelay(-580, { freshAt: -600, polledAt: -580, failures: 1 })).toBe(1)
  })
})

describe('after failures', () => {
  it('the delay grows step by step to five intervals', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => findDelay(0, { polledAt: 0, failures }))
    expect(delays).toEqual([1, 1, 1, 2, 3, 4, 5, 5, 5])
  })

  it('jitter makes the delay up to a fifth longer', () => {
    expect(findDelay(0, { polledAt: 0, failures: 1, jitter: 0.5 })).toBe(1.1)
    expect(findDelay(0, { polledAt: 0, failures: 100, jitter: 1 })).toBe(6)
  })

  it('the source is left alone for as long as it has asked', () => {
    expect(findDelay(0, { polledAt: 0, failures: 1, pauseMs: 20 * minute })).toBe(20)
    expect(findDelay(0, { polledAt: 0, failures: 100, pauseMs: 2 * minute })).toBe(5)
  })
})

describe('once the event is over', () => {
  it('polls are five intervals apart, failures or not', () => {
    expect(findDelay(0, { polledAt: 0, pollsSinceEnd: 0 })).toBe(5)
    expect(findDelay(0, { polledAt: 0, pollsSinceEnd: 3, failures: 3, jitter: 1 })).toBe(5)
  })

  it('polling ends after twelve more polls', () => {
    expect(findDelay(hour, { polledAt: 0, pollsSinceEnd: 11 })).toBe(0)
    expect(findDelay(hour, { polledAt: 0, pollsSinceEnd: 12 })).toBeNull()
  })
})
