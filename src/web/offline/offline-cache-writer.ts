import type { QueryClient } from '@tanstack/react-query'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { saveBoardSnapshot } from './board-snapshot.ts'
import {
  type CacheOwner,
  clearOfflineCache,
  findCacheOwner,
  offlineCacheName,
  setCacheOwner,
} from './offline-cache-owner.ts'
import { keysOf, type Part, parts } from './offline-cache-store.ts'

/** Less often than scores change. The page also saves a snapshot when it is hidden. */
const snapshotIntervalMs = 60_000

/**
 * Writes what the signed-in user sees to the cache whenever it changes. When another user signs in, the cache is
 * cleared first. Returns a function that stops it.
 */
export function cacheBoard(queries: QueryClient, getOwner: () => CacheOwner | undefined): () => void {
  // Cache Storage exists on https and localhost only.
  if (!('caches' in window)) return () => {}
  const lastWritten = new Map<Part, unknown>()
  let isSnapshotStale = true
  let lastSnapshotAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined

  function scheduleWrite(): void {
    cancel ??= whenIdle(() => {
      cancel = undefined
      writeNextPart()
    })
  }

  /** One part per idle period, because serialising a large tournament takes a while. */
  function writeNextPart(): void {
    const owner = getOwner()
    if (owner === undefined) return
    if (findCacheOwner() !== owner.subject) {
      lastWritten.clear()
      clearOfflineCache()
    }
    setCacheOwner(owner)
    const current = queries.getQueryData<TournamentSummary | null>(queryKeys.currentTournament)
    const tournamentId = current?.id ?? 0
    const keys = keysOf(tournamentId)
    for (const part of parts) {
      const value = queries.getQueryData(keys[part])
      if (value === undefined || value === lastWritten.get(part)) continue
      lastWritten.set(part, value)
      isSnapshotStale = true
      write(part, part === 'live' ? { tournamentId, memory: value } : value).catch(() => undefined)
      scheduleWrite()
      return
    }
    if (performance.now() - lastSnapshotAt > snapshotIntervalMs) saveSnapshot(owner)
  }

  function saveSnapshot({ subject }: CacheOwner): void {
    if (!isSnapshotStale) return
    isSnapshotStale = false
    lastSnapshotAt = performance.now()
    saveBoardSnapshot(subject)
  }

  /** The page may be closed after this event. */
  function saveLastSnapshot(): void {
    const owner = getOwner()
    if (document.visibilityState === 'hidden' && findCacheOwner() === owner?.subject && owner) saveSnapshot(owner)
  }

  scheduleWrite()
  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') scheduleWrite()
  })
  document.addEventListener('visibilitychange', saveLastSnapshot)
  return () => {
    document.removeEventListener('visibilitychange', saveLastSnapshot)
    unsubscribe()
    cancel?.()
  }
}

/** Runs `action` when the browser is idle, after two seconds at the latest. Returns a function that cancels it. */
function whenIdle(action: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(action, { timeout: 2000 })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(action, 200)
  return () => clearTimeout(timer)
}

async function write(part: Part, value: unknown): Promise<void> {
  const cache = await caches.open(offlineCacheName)
  await cache.put(`/${part}`, new Response(JSON.stringify(value)))
}
