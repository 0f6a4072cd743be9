import type { Clock } from '#server/platform/db/clock.ts'

export type TestClock = Clock & { advance(milliseconds: number): void; set(time: Date): void }

/** A clock that only moves when the test moves it. */
export function buildClock(start = new Date('2026-04-09T12:00:00.000Z')): TestClock {
  let now = start
  return {
    now: () => now,
    authoritativeNow: async () => now,
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds)
    },
    set(time) {
      now = time
    },
  }
}
