import type { Field } from '#domain/field.ts'
import type { Log } from '#server/log.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { EspnClient } from '../feed/espn-client.ts'
import { createFeedPoller, type Timers } from '../feed/feed-poller.ts'
import { findActiveTournament, type TournamentRecord } from '../tournaments/tournament-store.ts'
import type { LeaderboardHub, NewestLeaderboard } from './leaderboard-hub.ts'

type Options = {
  db: Db
  client: EspnClient
  hub: LeaderboardHub
  intervalMs: number
  clock: Clock
  timers: Timers
  random: () => number
  log: Log
}

export type LeaderboardFeed = {
  /** Follows the active tournament from now on. Called in the one process that has the duty. */
  start(): void
  /** The tournament may have changed: looks again which one is to be followed. Done when that is settled. */
  look(): Promise<void>
  /** Asks the feed outside its turn; done when the answer has been dealt with. */
  askNow(): Promise<void>
  stop(): void
}

/** The first groups may tee off before the pool's own start. */
const aheadOfStartMs = 60 * 60 * 1000

/** Until then the field changes when somebody withdraws, and only then. */
const earlyEveryMs = 60 * 60 * 1000

const lookAgainMs = 60_000

/** Brings the scores of the active tournament from the feed to the hub, and nothing once it is inactive. */
export function createLeaderboardFeed(options: Options): LeaderboardFeed {
  const { db, hub, clock, timers, log } = options
  let followed: TournamentRecord | undefined
  let isOnDuty = false
  let cancelLook = () => {}
  let lastKept = Promise.resolve()

  const poller = createFeedPoller({
    client: options.client,
    intervalMs: options.intervalMs,
    now: clock.now,
    timers,
    random: options.random,
    async onField(eventId, field, { askedAt, courses }) {
      if (followed?.espnId === eventId) await hub.publish(followed.id, field, { courses }, askedAt)
    },
    onChecked(eventId, askedAt) {
      if (followed?.espnId !== eventId) return
      settle(hub.checked(followed.id, askedAt))
      // Early on one answer is enough for an hour; a question that came to nothing is asked again as usual.
      if (!isNear(followed)) poller.unfollow(eventId)
    },
    onFault(eventId, { since, reason, error }) {
      log.warn({ err: error, eventId }, 'the feed gave no scores')
      if (followed?.espnId === eventId) settle(hub.fault(followed.id, { since, reason }, clock.now()))
    },
  })

  /** What cannot be kept now is kept with the next answer; the poller must go on. */
  function settle(kept: Promise<void>): void {
    lastKept = kept.catch((error: unknown) => log.error({ err: error }, 'a leaderboard could not be kept'))
  }

  async function findWanted(): Promise<TournamentRecord | undefined> {
    const active = await findActiveTournament(db)
    if (!active) return undefined
    return isNear(active) || isDueEarly(await hub.newest(active.id)) ? active : undefined
  }

  function isNear({ start }: TournamentRecord): boolean {
    return clock.now().getTime() >= Date.parse(start) - aheadOfStartMs
  }

  /** Not known yet, not fresh, or an hour old. */
  function isDueEarly(board: NewestLeaderboard | undefined): boolean {
    if (!board?.feedChecked || board.message.stale !== null) return true
    return clock.now().getTime() - Date.parse(board.feedChecked) >= earlyEveryMs
  }

  async function look(): Promise<void> {
    const wanted = await findWanted()
    if (!isOnDuty) return
    if (followed && (followed.id !== wanted?.id || followed.espnId !== wanted.espnId)) {
      poller.unfollow(followed.espnId)
    }
    followed = wanted
    if (wanted) await follow(wanted)
  }

  async function follow(tournament: TournamentRecord): Promise<void> {
    const board = await hub.newest(tournament.id)
    const last = board && { field: toField(board.message), askedAt: new Date(board.message.timeStamp) }
    // In the meantime the duty may have gone, or another tournament may have become the active one.
    if (followed?.espnId === tournament.espnId) poller.follow(tournament.espnId, last)
  }

  function lookAndComeBack(): void {
    cancelLook()
    look()
      .catch((error: unknown) => log.error({ err: error }, 'the tournament to follow could not be found'))
      .finally(() => {
        if (isOnDuty) cancelLook = timers.after(lookAgainMs, lookAndComeBack)
      })
  }

  return {
    start() {
      isOnDuty = true
      lookAndComeBack()
    },
    look: async () => {
      if (isOnDuty) await look()
    },
    async askNow() {
      if (followed) await poller.askNow(followed.espnId)
      await lastKept
    },
    stop() {
      isOnDuty = false
      followed = undefined
      cancelLook()
      poller.stop()
    },
  }
}

function toField({ currentRound, cutline, event, golfersScores }: Field): Field {
  return { currentRound, cutline, event, golfersScores }
}
