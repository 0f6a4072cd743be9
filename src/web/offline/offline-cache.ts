import type { QueryClient } from '@tanstack/react-query'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import {
  type CacheOwner,
  clearOfflineCache,
  findCacheOwner,
  keysOf,
  offlineCacheName,
  type Part,
  parts,
  restoreCachedBoard,
  setCacheOwner,
} from './offline-cache-store.ts'

/** Restores the cached board when the server cannot be reached; queries keep retrying. */
export function restoreWhenOffline(queries: QueryClient, getSubject: () => string | undefined): void {
  async function restore(): Promise<void> {
    const subject = getSubject()
    if (subject === undefined || findCacheOwner() !== subject) return
    await restoreCachedBoard(queries, subject)
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (isOffline(event.action.error) && event.query.state.data === undefined) void restore()
  })
}

/** Starts writing the board to the offline cache. Returns a function that stops it. */
export function startOfflineCache(queries: QueryClient, getOwner: () => CacheOwner | undefined): () => void {
  if (findCacheOwner() === null) clearOfflineCache()
  return cacheBoard(queries, getOwner)
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'offline'
}

/**
 * Writes what the signed-in user sees to the cache whenever it changes. When another user signs in, the cache is
 * cleared first. Returns a function that stops it.
 */
function cacheBoard(queries: QueryClient, getOwner: () => CacheOwner | undefined): () => void {
  // Cache Storage exists on https and localhost only.
  if (!('caches' in window)) return () => {}
  const lastWritten = new Map<Part, unknown>()
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
      write(part, part === 'live' ? { tournamentId, memory: value } : value).catch(() => undefined)
      scheduleWrite()
      return
    }
  }

  scheduleWrite()
  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') scheduleWrite()
  })
  return () => {
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
