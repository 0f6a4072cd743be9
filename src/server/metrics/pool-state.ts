import type { NightlyBackups } from '../backup/automatic-backups.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { findAddressInUse } from '../feed/source-status-store.ts'
import type { LeaderboardHub } from '../leaderboard/leaderboard-hub.ts'
import type { LeaderboardStreams } from '../leaderboard/leaderboard-stream.ts'
import { findBacklog } from '../outbox/outbox-store.ts'
import { findActiveTournament } from '../tournaments/tournament-store.ts'
import type { PoolState } from './metrics.ts'

type Sources = {
  db: Db
  clock: Pick<Clock, 'now'>
  hub: Pick<LeaderboardHub, 'findLatest'>
  streams: Pick<LeaderboardStreams, 'count'>
  requireReady: () => Promise<void>
  backups: Pick<NightlyBackups, 'readStatus'>
  feedAddresses: readonly string[]
}

/** The pool-wide figures of `/metrics`. Never rejects: a database outage is a figure too. */
export async function readPoolState({ db, clock, hub, streams, ...sources }: Sources): Promise<PoolState> {
  const { requireReady, backups, feedAddresses } = sources
  const now = clock.now().getTime()
  const secondsSince = (time: string) => Math.max(0, (now - Date.parse(time)) / 1000)

  async function readOutbox(): Promise<PoolState['outbox']> {
    const { waiting, oldest } = await findBacklog(db, clock.now())
    return { waiting, oldestSeconds: oldest === null ? 0 : secondsSince(oldest) }
  }

  async function readFeed(): Promise<PoolState['feed']> {
    const active = await findActiveTournament(db)
    const board = active && (await hub.findLatest(active.id))
    // Final scores never become old (docs/rules.md, 7.6).
    if (!board?.feedChecked || board.message.event.completed) return undefined
    const { stale } = board.message
    return { ageSeconds: secondsSince(stale?.since ?? board.feedChecked), isStale: stale !== null }
  }

  async function readBackup(): Promise<PoolState['backup']> {
    const { isOn, last, failure } = await backups.readStatus()
    if (!isOn) return undefined
    return { ageSeconds: last ? secondsSince(last.madeAt) : undefined, bytes: last?.bytes, hasFailed: failure !== null }
  }

  const listeners = streams.count()
  const isReady = await requireReady().then(
    () => true,
    () => false,
  )
  try {
    const [outbox, feed, backup] = [await readOutbox(), await readFeed(), await readBackup()]
    const feedAddress = (await findAddressInUse(db, feedAddresses)).index + 1
    return { isReady, isDatabaseUp: true, listeners, outbox, feed, feedAddress, backup }
  } catch {
    const unknown = { outbox: undefined, feed: undefined, feedAddress: undefined, backup: undefined }
    return { isReady, isDatabaseUp: false, listeners, ...unknown }
  }
}
