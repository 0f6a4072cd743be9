import { findPollDelay } from '#server/feed/poll-schedule.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findActiveTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { LatestLeaderboard, LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'

type Options = {
  db: Db
  hub: Pick<LeaderboardHub, 'getCached' | 'reload' | 'markSilent'>
  intervalMs: number
  clock: Pick<Clock, 'now'>
}

/** A poll that is this late did not happen, or this process missed its event. */
const maxMissedIntervals = 2
/** The minimum: with a shorter interval, as in the demo, polls may be late on a busy machine. */
const minIntervalMs = 5000

/**
 * Marks the scores as stale in a process that has received no poll event for three intervals: the leader has died, or
 * this process has lost the database (docs/rules.md, 7.6). The leader marks faults of the feed itself.
 */
export function createSilenceWatch({ db, hub, intervalMs, clock }: Options): { check(): Promise<void> } {
  let active: TournamentRecord | undefined

  function isSilent({ start, startedAt }: TournamentRecord, board: LatestLeaderboard | undefined): boolean {
    if (!board?.feedChecked || board.message.stale || board.message.event.completed) return false
    const checkedAt = Date.parse(board.feedChecked)
    const history = { polledAt: checkedAt, freshAt: checkedAt, failures: 0, jitter: 0, pollsSinceEnd: null }
    const delayMs = findPollDelay(history, { start, startedAt, intervalMs, now: checkedAt }) ?? 0
    return clock.now().getTime() >= checkedAt + delayMs + maxMissedIntervals * Math.max(intervalMs, minIntervalMs)
  }

  return {
    /** To be called periodically. */
    async check() {
      // A database that does not respond leaves the last known tournament in place.
      active = await findActiveTournament(db).catch(() => active)
      if (!active || !isSilent(active, hub.getCached(active.id))) return
      // This process may only have missed the event.
      await hub.reload(active.id, 'checked').catch(() => {})
      if (isSilent(active, hub.getCached(active.id))) await hub.markSilent(active.id)
    },
  }
}
