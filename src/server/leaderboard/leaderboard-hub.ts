import type { Leaderboard, Stale } from '#contract/leaderboard-contract.ts'
import type { Field } from '#domain/field.ts'
import { createSnapshot, type Snapshot } from '../http/snapshot.ts'
import type { EventDetails, StoredLeaderboard } from './leaderboard-store.ts'

/** The newest leaderboard of a tournament: as a message, and ready to be sent. */
export type NewestLeaderboard = StoredLeaderboard & { snapshot: Snapshot }

type Listener = (newest: NewestLeaderboard, kind: 'leaderboard' | 'checked') => void

/** Where the hub keeps what it has, and how it tells the other processes. */
export type LeaderboardBackend = {
  find(tournamentId: number): Promise<StoredLeaderboard | undefined>
  /** False when another process has kept this version, or a later one, before. */
  save(tournamentId: number, stored: StoredLeaderboard): Promise<boolean>
  saveChecked(tournamentId: number, at: string): Promise<void>
  notifyPeers(topic: 'leaderboard' | 'feed-checked', tournamentId: number): Promise<void>
}

export type LeaderboardHub = ReturnType<typeof createLeaderboardHub>

/**
 * Holds the newest leaderboard of each tournament, compressed once, and tells who listens. A refresh costs the same
 * for one viewer and for thousands. What the feed sends comes in through `publish` and `markStale` in the one process
 * that asks it; the others hear of it and `reload`.
 */
export function createLeaderboardHub(backend: LeaderboardBackend) {
  const boards = new Map<number, Promise<NewestLeaderboard | undefined>>()
  const peek = new Map<number, NewestLeaderboard>()
  const listeners = new Map<number, Set<Listener>>()
  // Changes of one tournament are made one after another, each from what the last one left.
  const queues = new Map<number, Promise<void>>()

  function newest(tournamentId: number): Promise<NewestLeaderboard | undefined> {
    const known = boards.get(tournamentId)
    if (known) return known
    const loading = load(tournamentId)
    boards.set(tournamentId, loading)
    loading.then(
      // One that does not exist yet is not remembered: another process may make it.
      (found) => (found ? markLoaded(tournamentId, loading, found) : dropPending(tournamentId, loading)),
      () => dropPending(tournamentId, loading),
    )
    return loading
  }

  function markLoaded(tournamentId: number, loaded: Promise<unknown>, board: NewestLeaderboard): void {
    if (boards.get(tournamentId) === loaded) peek.set(tournamentId, board)
  }

  function dropPending(tournamentId: number, loaded: Promise<unknown>): void {
    if (boards.get(tournamentId) === loaded) boards.delete(tournamentId)
  }

  function put(tournamentId: number, board: NewestLeaderboard): void {
    boards.set(tournamentId, Promise.resolve(board))
    peek.set(tournamentId, board)
  }

  async function load(tournamentId: number): Promise<NewestLeaderboard | undefined> {
    const stored = await backend.find(tournamentId)
    return stored && { ...stored, snapshot: await createSnapshot(JSON.stringify(stored.message)) }
  }

  function notify(tournamentId: number, board: NewestLeaderboard, kind: 'leaderboard' | 'checked'): void {
    for (const listener of listeners.get(tournamentId) ?? []) listener(board, kind)
  }

  function inTurn(tournamentId: number, change: () => Promise<void>): Promise<void> {
    const turn = (queues.get(tournamentId) ?? Promise.resolve()).then(change)
    const settled = turn.catch(() => {})
    queues.set(tournamentId, settled)
    return turn
  }

  /** False when another process came first: then its leaderboard is the one that is held. */
  async function replace(tournamentId: number, stored: StoredLeaderboard): Promise<boolean> {
    if (!(await backend.save(tournamentId, stored))) {
      await verifyId(tournamentId, 'leaderboard')
      return false
    }
    const board = { ...stored, snapshot: await createSnapshot(JSON.stringify(stored.message)) }
    put(tournamentId, board)
    notify(tournamentId, board, 'leaderboard')
    await backend.notifyPeers('leaderboard', tournamentId)
    return true
  }

  async function verifyId(tournamentId: number, kind: 'leaderboard' | 'checked'): Promise<void> {
    const known = await boards.get(tournamentId)?.catch(() => undefined)
    const stored = await backend.find(tournamentId)
    if (!stored) return
    const isNews = stored.message.version > (known?.message.version ?? 0)
    if (!isNews && stored.feedChecked === known?.feedChecked) return
    const snapshot = known && !isNews ? known.snapshot : await createSnapshot(JSON.stringify(stored.message))
    const board = { ...stored, snapshot }
    put(tournamentId, board)
    notify(tournamentId, board, isNews ? 'leaderboard' : kind)
  }

  async function recordCheck(tournamentId: number, board: NewestLeaderboard, at: string): Promise<void> {
    await backend.saveChecked(tournamentId, at)
    const markChecked = { ...board, feedChecked: at }
    put(tournamentId, markChecked)
    notify(tournamentId, markChecked, 'checked')
    await backend.notifyPeers('feed-checked', tournamentId)
  }

  return {
    /** The newest leaderboard; undefined before the feed has ever answered for this tournament. */
    newest,

    /** The same without waiting; undefined also while it is not in memory. */
    peek: (tournamentId: number) => peek.get(tournamentId),

    /** Takes in a field that the feed sent when asked at `askedAt`. Only news becomes a new version. */
    publish(tournamentId: number, field: Field, extras: EventDetails, askedAt: Date): Promise<void> {
      const at = askedAt.toISOString()
      const next = (board: NewestLeaderboard | undefined): StoredLeaderboard => {
        const version = (board?.message.version ?? 0) + 1
        const message: Leaderboard = { version, timeStamp: at, stale: null, ...copyField(field) }
        return { message, extras, feedChecked: at }
      }
      return inTurn(tournamentId, async () => {
        const board = await newest(tournamentId)
        if (board && isSameNews(board, field, extras)) return
        if (await replace(tournamentId, next(board))) return
        // What the other process has may be older than this: it did not hear of it, or had the duty before.
        const others = await newest(tournamentId)
        const isLate = others?.feedChecked != null && others.feedChecked >= at
        if (others && !isLate && !isSameNews(others, field, extras)) await replace(tournamentId, next(others))
      })
    },

    /** The feed answered, with news or without: the scores are fresh. */
    markChecked(tournamentId: number, askedAt: Date): Promise<void> {
      return inTurn(tournamentId, async () => {
        const at = askedAt.toISOString()
        const board = await newest(tournamentId)
        if (!board || board.feedChecked === at) return
        if (board.message.stale === null) return recordCheck(tournamentId, board, at)
        const message = { ...board.message, version: board.message.version + 1, stale: null }
        await replace(tournamentId, { ...board, message, feedChecked: at })
      })
    },

    /** The feed failed: the last good scores stay, and say since when and why they are not fresh. */
    markStale(tournamentId: number, stale: Stale, askedAt: Date): Promise<void> {
      return inTurn(tournamentId, async () => {
        const at = askedAt.toISOString()
        const board = await newest(tournamentId)
        if (!board) return
        const since = board.message.stale?.since ?? stale.since
        if (board.message.stale?.reason === stale.reason) return recordCheck(tournamentId, board, at)
        const message = { ...board.message, version: board.message.version + 1, stale: { ...stale, since } }
        await replace(tournamentId, { ...board, message, feedChecked: at })
      })
    },

    /** Another process has news of this tournament: fetches it, and tells the listeners here. */
    reload(tournamentId: number, kind: 'leaderboard' | 'checked'): Promise<void> {
      return inTurn(tournamentId, () => verifyId(tournamentId, kind))
    },

    /** News may have been missed: looks up every leaderboard that is held or listened to. */
    async resync(): Promise<void> {
      const ids = new Set([...boards.keys(), ...listeners.keys()])
      await Promise.all([...ids].map((id) => inTurn(id, () => verifyId(id, 'checked'))))
    },

    /** Drops what is held in memory; the next viewer is served from the database. */
    clear(): void {
      boards.clear()
      peek.clear()
    },

    /** Calls the listener with each new version and each check of the feed. Returns its own undo. */
    subscribe(tournamentId: number, listener: Listener): () => void {
      const set = listeners.get(tournamentId) ?? new Set()
      listeners.set(tournamentId, set.add(listener))
      return () => {
        set.delete(listener)
        // Whoever leaves twice must not take along those who came in between.
        if (set.size === 0 && listeners.get(tournamentId) === set) listeners.delete(tournamentId)
      }
    },

    /** How many listen to a tournament here. */
    countListeners(tournamentId: number): number {
      return listeners.get(tournamentId)?.size ?? 0
    },
  }
}

function copyField({ currentRound, cutline, event, golfersScores }: Field) {
  return { currentRound, cutline, event, golfersScores: [...golfersScores] }
}

function isSameNews(board: StoredLeaderboard, field: Field, extras: EventDetails): boolean {
  const { version: _version, timeStamp: _timeStamp, stale: _stale, ...scores } = board.message
  return (
    JSON.stringify(scores) === JSON.stringify(copyField(field)) &&
    JSON.stringify(board.extras) === JSON.stringify(extras)
  )
}
