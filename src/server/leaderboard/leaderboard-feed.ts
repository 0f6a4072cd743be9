import type { Field } from '#domain/field.ts'
import type { Log } from '#server/log.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { EspnClient } from '../feed/espn-client.ts'
import { createFeedPoller, type Scheduler } from '../feed/feed-poller.ts'
import { findActiveTournament, type TournamentRecord } from '../tournaments/tournament-store.ts'
import type { LeaderboardHub, NewestLeaderboard } from './leaderboard-hub.ts'

type Options = {
  db: Db
  client: EspnClient
  hub: LeaderboardHub
  intervalMs: number
  clock: Clock
  timers: Scheduler
  random: () => number
  log: Log
}

export type LeaderboardFeed = {
  /** Follows the active tournament from now on. Called in the one process that has the duty. */
  start(): void
  /** The tournament may have changed: looks again which one is to be followed. Done when that is settled. */
  refreshTarget(): Promise<void>
  /** Asks the feed outside its turn; done when the answer has been dealt with. */
  pollNow(): Promise<void>
  stop(): void
}

/** The first groups may tee off before the pool's own start. */
const preStartWindowMs = 60 * 60 * 1000

/** Until then the field changes when somebody withdraws, and only then. */
const earlyPollIntervalMs = 60 * 60 * 1000

const recheckIntervalMs = 60_000

/** Brings the scores of the active tournament from the feed to the hub, and nothing once it is inactive. */
export function createLeaderboardFeed(options: Options): LeaderboardFeed {
  const { db, hub, clock, timers, log } = options
  let polled: TournamentRecord | undefined
  let isLeader = false
  let cancelNextCheck = () => {}
  let lastSave = Promise.resolve()

  const poller = createFeedPoller({
    client: options.client,
    intervalMs: options.intervalMs,
    now: clock.now,
    timers,
    random: options.random,
    async onField(eventId, field, { askedAt, courses }) {
      if (polled?.espnId === eventId) await hub.publish(polled.id, field, { courses }, askedAt)
    },
    onChecked(eventId, askedAt) {
      if (polled?.espnId !== eventId) return
      settle(hub.markChecked(polled.id, askedAt))
      // Early on one answer is enough for an hour; a question that came to nothing is asked again as usual.
      if (!isStartNear(polled)) poller.stopPolling(eventId)
    },
    onFailure(eventId, { since, reason, error }) {
      log.warn({ err: error, eventId }, 'failed to get scores from the feed')
      if (polled?.espnId === eventId) settle(hub.markStale(polled.id, { since, reason }, clock.now()))
    },
  })

  /** What cannot be kept now is kept with the next answer; the poller must go on. */
  function settle(saving: Promise<void>): void {
    lastSave = saving.catch((error: unknown) => log.error({ err: error }, 'failed to save a leaderboard'))
  }

  async function findTournamentToPoll(): Promise<TournamentRecord | undefined> {
    const active = await findActiveTournament(db)
    if (!active) return undefined
    return isStartNear(active) || isEarlyPollDue(await hub.newest(active.id)) ? active : undefined
  }

  function isStartNear({ start }: TournamentRecord): boolean {
    return clock.now().getTime() >= Date.parse(start) - preStartWindowMs
  }

  /** Not known yet, not fresh, or an hour old. */
  function isEarlyPollDue(board: NewestLeaderboard | undefined): boolean {
    if (!board?.feedChecked || board.message.stale !== null) return true
    return clock.now().getTime() - Date.parse(board.feedChecked) >= earlyPollIntervalMs
  }

  async function refreshTarget(): Promise<void> {
    const target = await findTournamentToPoll()
    if (!isLeader) return
    if (polled && (polled.id !== target?.id || polled.espnId !== target.espnId)) {
      poller.stopPolling(polled.espnId)
    }
    polled = target
    if (target) await startPolling(target)
  }

  async function startPolling(tournament: TournamentRecord): Promise<void> {
    const board = await hub.newest(tournament.id)
    const last = board && { field: toField(board.message), askedAt: new Date(board.message.timeStamp) }
    // In the meantime the duty may have gone, or another tournament may have become the active one.
    if (polled?.espnId === tournament.espnId) poller.startPolling(tournament.espnId, last)
  }

  function scheduleNextCheck(): void {
    cancelNextCheck()
    refreshTarget()
      .catch((error: unknown) => log.error({ err: error }, 'failed to look up the tournament to poll'))
      .finally(() => {
        if (isLeader) cancelNextCheck = timers.after(recheckIntervalMs, scheduleNextCheck)
      })
  }

  return {
    start() {
      isLeader = true
      scheduleNextCheck()
    },
    refreshTarget: async () => {
      if (isLeader) await refreshTarget()
    },
    async pollNow() {
      if (polled) await poller.pollNow(polled.espnId)
      await lastSave
    },
    stop() {
      isLeader = false
      polled = undefined
      cancelNextCheck()
      poller.stop()
    },
  }
}

function toField({ currentRound, cutline, event, golfersScores }: Field): Field {
  return { currentRound, cutline, event, golfersScores }
}
