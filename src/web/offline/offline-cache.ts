import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { type CacheOwner, clearOfflineCache, findCacheOwner } from './offline-cache-owner.ts'
import { restoreCachedBoard } from './offline-cache-store.ts'

type GetOwner = () => CacheOwner | undefined

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
export function startOfflineCache(queries: QueryClient, getOwner: GetOwner): () => void {
  let isStopped = false
  let stop = () => {}
  if (findCacheOwner() === null) clearOfflineCache()
  import('./offline-cache-writer.ts').then(
    ({ cacheBoard }) => {
      if (!isStopped) stop = cacheBoard(queries, getOwner)
    },
    // If the code cannot be loaded, nothing is cached this time.
    () => undefined,
  )
  return () => {
    isStopped = true
    stop()
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'offline'
}
