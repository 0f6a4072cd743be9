import { EventEmitter } from 'node:events'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Field, ScoreSourceInfo } from '#domain/field/field.ts'
import { createMutex, type Mutex } from '#server/platform/concurrency/mutex.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { createSnapshot, type Snapshot } from '#server/platform/http/snapshot.ts'
import type { EventDetails, StoredLeaderboard } from './leaderboard-store.ts'

/** A leaderboard with its message compressed for sending. */
export type LatestLeaderboard = StoredLeaderboard & { snapshot: Snapshot }

/** The database and the event bus. */
export type LeaderboardBackend = {
  find(tournamentId: number): Promise<StoredLeaderboard | undefined>
  /** Returns false if this version or a later one is already stored. */
  save(tournamentId: number, stored: StoredLeaderboard): Promise<boolean>
  saveChecked(tournamentId: number, at: string): Promise<void>
  publishToPeers(topic: 'leaderboard' | 'feed-checked', tournamentId: number): Promise<void>
}

export type LeaderboardUpdate = {
  readonly field: Field
  readonly source: ScoreSourceInfo
  readonly extras: EventDetails
  readonly requestedAt: Date
  /** True for a change by an organiser while the source fails: the scores stay stale. */
  readonly keepsStale?: boolean
}

type Boards = Map<number, LatestLeaderboard>

/** The leaderboards in memory. Concurrent requests share one load. */
function createMemory() {
  return { boards: new Map() as Boards, shareLoad: createSingleFlight<number, LatestLeaderboard | undefined>() }
}

/** Not a fault of the feed or the poller: it marks the scores in one process only. */
const silenceReason = 'The scores have not been updated for a while.'

export type LeaderboardHub = ReturnType<typeof createLeaderboardHub>

/**
 * The latest leaderboard of each tournament, compressed once, and its listeners: an update costs the same for one
 * viewer and for thousands. The leader's poller calls `update`, `markChecked` and `markStale`; the other processes
 * `reload` when they receive the event.
 */
export function createLeaderboardHub(backend: LeaderboardBackend) {
  let memory = createMemory()
  /** The listeners of this process, by tournament. */
  const listeners = new EventEmitter<Record<string, [latest: LatestLeaderboard, kind: UpdateKind]>>().setMaxListeners(0)
  // Updates of a tournament run one after another, each based on the result of the last.
  const mutexes = new Map<number, Mutex>()

  async function findLatest(tournamentId: number): Promise<LatestLeaderboard | undefined> {
    const { boards, shareLoad } = memory
    return boards.get(tournamentId) ?? shareLoad(tournamentId, () => load(tournamentId, boards))
  }

  /** A missing leaderboard is not kept, because another process may create it. */
  async function load(tournamentId: number, boards: Boards): Promise<LatestLeaderboard | undefined> {
    const stored = await backend.find(tournamentId)
    const loaded = stored && (await compress(stored))
    // An update may have been faster.
    if (loaded && !boards.has(tournamentId)) boards.set(tournamentId, loaded)
    return boards.get(tournamentId)
  }

  async function compress(stored: StoredLeaderboard): Promise<LatestLeaderboard> {
    return { ...stored, snapshot: await createSnapshot(JSON.stringify(stored.message)) }
  }

  function enqueue(tournamentId: number, update: () => Promise<void>): Promise<void> {
    const runExclusively = mutexes.get(tournamentId) ?? createMutex()
    mutexes.set(tournamentId, runExclusively)
    return runExclusively(update)
  }

  function set(tournamentId: number, latest: LatestLeaderboard, kind: UpdateKind): void {
    memory.boards.set(tournamentId, latest)
    listeners.emit(String(tournamentId), latest, kind)
  }

  /** False when another process has saved first: then the stored leaderboard is reloaded instead. */
  async function replace(tournamentId: number, stored: StoredLeaderboard): Promise<boolean> {
    if (!(await backend.save(tournamentId, stored))) {
      await reloadStored(tournamentId, 'leaderboard')
      return false
    }
    set(tournamentId, await compress(stored), 'leaderboard')
    await backend.publishToPeers('leaderboard', tournamentId)
    return true
  }

  async function reloadStored(tournamentId: number, kind: UpdateKind): Promise<void> {
    const stored = await backend.find(tournamentId)
    const cached = memory.boards.get(tournamentId)
    if (!stored) return
    const isNewer = stored.message.version > (cached?.message.version ?? 0)
    if (!isNewer && stored.feedChecked === cached?.feedChecked) return
    const isMarkedSilent = cached?.message.stale?.reason === silenceReason
    if (cached && !isNewer && !isMarkedSilent) set(tournamentId, { ...stored, snapshot: cached.snapshot }, kind)
    // After a `checked` event too, because the event of the new version may have been missed.
    else set(tournamentId, await compress(stored), 'leaderboard')
  }

  /** `reason`: why the scores are stale; null: they are fresh. Only a change is a new version. */
  function mark(tournamentId: number, reason: string | null, time: Date): Promise<void> {
    return enqueue(tournamentId, async () => {
      const at = time.toISOString()
      const latest = await findLatest(tournamentId)
      if (!latest || (reason === null && latest.feedChecked === at)) return
      const { message } = latest
      if (reason === (message.stale?.reason ?? null)) {
        await backend.saveChecked(tournamentId, at)
        set(tournamentId, { ...latest, feedChecked: at }, 'checked')
        return backend.publishToPeers('feed-checked', tournamentId)
      }
      const stale = reason === null ? null : { since: message.stale?.since ?? at, reason }
      const next = { ...message, version: message.version + 1, stale }
      await replace(tournamentId, { ...latest, message: next, feedChecked: at })
    })
  }

  return {
    /** Undefined before the feed has first sent a field for this tournament. */
    findLatest,

    /** The latest leaderboard if it is in memory; reads nothing from the database. */
    getCached: (tournamentId: number) => memory.boards.get(tournamentId),

    /** Stores an accepted field as the next version, unless it equals the last. Missing courses stay known. */
    update(tournamentId: number, { field, source, extras, requestedAt, keepsStale = false }: LeaderboardUpdate) {
      const at = requestedAt.toISOString()
      const toNext = (latest: StoredLeaderboard | undefined): StoredLeaderboard => {
        const version = (latest?.message.version ?? 0) + 1
        const stale = keepsStale ? (latest?.message.stale ?? null) : null
        const message: Leaderboard = { version, timeStamp: at, stale, source, ...copyField(field) }
        const isIncomplete = latest !== undefined && extras.courses.length === 0
        return {
          message,
          extras: isIncomplete ? { ...extras, courses: latest.extras.courses } : extras,
          feedChecked: at,
        }
      }
      return enqueue(tournamentId, async () => {
        const latest = await findLatest(tournamentId)
        const next = toNext(latest)
        if ((latest && isSame(latest, next)) || (await replace(tournamentId, next))) return
        // The previous leader's version may be older than this response, if its event was missed here.
        const other = await findLatest(tournamentId)
        if (!other || (other.feedChecked ?? '') >= at || isSame(other, toNext(other))) return
        await replace(tournamentId, toNext(other))
      })
    },

    /** The feed responded, with new scores or without: they are fresh (docs/rules.md, 7.6). */
    markChecked: (tournamentId: number, requestedAt: Date) => mark(tournamentId, null, requestedAt),

    /** The feed failed: the last good scores stay, with the time of the first failure and the latest reason. */
    markStale: (tournamentId: number, reason: string, failedAt: Date) => mark(tournamentId, reason, failedAt),

    /**
     * This process has received no poll event: its scores are stale until the next one. The
     * version stays, because the database may be out of reach.
     */
    markSilent(tournamentId: number): Promise<void> {
      return enqueue(tournamentId, async () => {
        const latest = memory.boards.get(tournamentId)
        if (!latest || latest.message.stale) return
        const stale = { since: latest.feedChecked ?? latest.message.timeStamp, reason: silenceReason }
        set(tournamentId, await compress({ ...latest, message: { ...latest.message, stale } }), 'checked')
      })
    },

    /** Another process has stored an update: reads it and notifies the listeners here. */
    reload: (tournamentId: number, kind: UpdateKind) => enqueue(tournamentId, () => reloadStored(tournamentId, kind)),

    /** Events may have been missed: reloads every leaderboard that is cached or has listeners. */
    async resync(): Promise<void> {
      const ids = new Set([...memory.boards.keys(), ...listeners.eventNames().map(Number)])
      await Promise.all([...ids].map((id) => enqueue(id, () => reloadStored(id, 'checked'))))
    },

    /** Drops the cache; the next viewer is served from the database. */
    clear(): void {
      memory = createMemory()
    },

    /** Calls the listener with each new version and each check of the feed. Returns the function to unsubscribe. */
    subscribe(tournamentId: number, listener: Listener): () => void {
      const name = String(tournamentId)
      listeners.on(name, listener)
      return () => void listeners.off(name, listener)
    },

    countListeners: (tournamentId: number) => listeners.listenerCount(String(tournamentId)),
  }
}

function copyField({ currentRound, cutline, event, golfersScores }: Field) {
  return { currentRound, cutline, event, golfersScores: [...golfersScores] }
}

function isSame(a: StoredLeaderboard, b: StoredLeaderboard): boolean {
  const toScores = ({ message, extras }: StoredLeaderboard) =>
    JSON.stringify([message.source, copyField(message), { ...extras, asOf: null }])
  return toScores(a) === toScores(b)
}

/** A new version, or the same version at a later check of the feed. */
type UpdateKind = 'leaderboard' | 'checked'

type Listener = (latest: LatestLeaderboard, kind: UpdateKind) => void
