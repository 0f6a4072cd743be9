import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { type CacheOwner, clearOfflineCache, findCacheOwner } from './offline-cache-owner.ts'
import { restoreCachedBoard } from './offline-cache-store.ts'
import { cacheBoard } from './offline-cache-writer.ts'

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
