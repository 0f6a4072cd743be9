import { findBacklog } from '#server/delivery/outbox/outbox-store.ts'
import { findAddressInUse } from '#server/feed/source-status-store.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireReady } from '#server/platform/http/readiness.ts'
import { findActiveTournament } from '#server/pool/tournaments/tournament-store.ts'
import type { LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import type { LeaderboardStreams } from '#server/scores/leaderboard/leaderboard-stream.ts'
import type { NightlyBackups } from './backup/automatic-backups.ts'
import type { PoolState } from './metrics.ts'

type Sources = {
  database: Database
  clock: Clock
  hub: Pick<LeaderboardHub, 'findLatest'>
  streams: Pick<LeaderboardStreams, 'count'>
  backups: Pick<NightlyBackups, 'readStatus'>
  feedAddresses: readonly string[]
}

/** The pool-wide figures of `/metrics`. Never rejects: a database outage is a figure too. */
export async function readPoolState(sources: Sources): Promise<PoolState> {
  const { database, clock, hub, streams, backups, feedAddresses } = sources
  const { db } = database
  const now = clock.now().getTime()
  const secondsSince = (time: string) => Math.max(0, (now - Date.parse(time)) / 1000)

  async function readOutbox(): Promise<PoolState> {
    const { waiting, oldest } = await findBacklog(db, clock.now())
    return { outbox_backlog: waiting, outbox_oldest_seconds: oldest === null ? 0 : secondsSince(oldest) }
  }

  async function readFeed(): Promise<PoolState> {
    const active = await findActiveTournament(db)
    const board = active && (await hub.findLatest(active.id))
    // Final scores never become old (docs/rules.md, 7.6).
    if (!board?.feedChecked || board.message.event.completed) return {}
    const { stale } = board.message
    return { feed_age_seconds: secondsSince(stale?.since ?? board.feedChecked), feed_stale: stale === null ? 0 : 1 }
  }

  async function readBackup(): Promise<PoolState> {
    const { isOn, last, failure } = await backups.readStatus()
    if (!isOn) return {}
    const age = last ? secondsSince(last.madeAt) : undefined
    return { backup_age_seconds: age, backup_bytes: last?.bytes, backup_failed: failure === null ? 0 : 1 }
  }

  const ready = await requireReady({ database, clock }).then(
    () => 1,
    () => 0,
  )
  const own = { ready, stream_listeners: streams.count() }
  try {
    const feed_address = (await findAddressInUse(db, feedAddresses)).index + 1
    const state = { ...(await readOutbox()), ...(await readFeed()), ...(await readBackup()) }
    return { ...own, ...state, database_up: 1, feed_address }
  } catch {
    return { ...own, database_up: 0 }
  }
}
