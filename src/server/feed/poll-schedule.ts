import type { StartTimes } from '#domain/tournament/tournament.ts'

export type PollHistory = {
  /** Milliseconds since the epoch; null before this process has polled. */
  readonly polledAt: number | null
  /** When the feed last responded, to any process; null while the scores are stale. */
  readonly freshAt: number | null
  /** Failed polls in a row. */
  readonly failures: number
  /** 0 to 1, drawn once per failure. */
  readonly jitter: number
  /** The pause that the source asked for at the last poll. */
  readonly pauseMs?: number
  /** The number of polls since the feed reported the end of the event; null until then. */
  readonly pollsSinceEnd: number | null
}

/** The first groups may tee off before the pool's own start. */
const preStartWindowMs = 60 * 60 * 1000

/** The interval until the first groups may tee off: only withdrawals change the field. */
const earlyPollIntervalMs = 60 * 60 * 1000

const maxBackoffIntervals = 5

/** Most failures are transient, so the backoff begins only after this many. */
const failuresBeforeBackoff = 2

/** Keeps servers that fail together from polling together. */
const maxJitter = 0.2

/** Late corrections arrive within an hour. */
const maxPollsAfterEnd = 12
const intervalsAfterEnd = 5

/** Milliseconds from `now` until the next poll, 0 when it is due, null when there is none (docs/rules.md, 7.1). */
export function findPollDelay(
  history: PollHistory,
  { start, startedAt, intervalMs, now }: StartTimes & { intervalMs: number; now: number },
): number | null {
  const { polledAt, freshAt, failures, jitter, pauseMs = 0, pollsSinceEnd } = history
  if (pollsSinceEnd !== null && pollsSinceEnd >= maxPollsAfterEnd) return null
  const windowStart = Date.parse(start) - preStartWindowMs
  if (!startedAt && failures === 0 && freshAt !== null && now < windowStart) {
    return findRemainingMs(freshAt, Math.max(intervalMs, Math.min(earlyPollIntervalMs, windowStart - freshAt)), now)
  }
  if (polledAt === null) return 0
  const intervals = pollsSinceEnd === null ? countBackoffIntervals(failures, jitter) : intervalsAfterEnd
  return findRemainingMs(polledAt, Math.max(pauseMs, intervals * intervalMs), now)
}

function countBackoffIntervals(failures: number, jitter: number): number {
  if (failures === 0) return 1
  const intervals = Math.max(1, failures - failuresBeforeBackoff)
  return Math.min(maxBackoffIntervals, intervals) * (1 + maxJitter * jitter)
}

/** A clock that was set back must not stop polling: a time in the future counts as long ago. */
function findRemainingMs(since: number, waitMs: number, now: number): number {
  return since > now ? 0 : Math.max(0, since + waitMs - now)
}
