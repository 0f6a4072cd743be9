import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { clearOfflineCache, findCacheOwner } from './offline-cache-owner.ts'

type GetSubject = () => string | undefined

const load = () => import('./offline-cache-store.ts')

/** A board that cannot be had from the server is shown as it was kept, while the questions go on. */
export function restoreWhenOffline(queries: QueryClient, getSubject: GetSubject): void {
  async function restore(): Promise<void> {
    const subject = getSubject()
    if (subject === undefined || findCacheOwner() !== subject) return
    await (await load()).restoreCachedBoard(queries, subject)
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (isOffline(event.action.error) && event.query.state.data === undefined) void restore()
  })
}

/** From now on the board is kept for times without a network. Returns the end of it. */
export function startOfflineCache(queries: QueryClient, getSubject: GetSubject): () => void {
  let isStopped = false
  let stop = () => {}
  if (findCacheOwner() === null) clearOfflineCache()
  load().then(
    ({ cacheBoard }) => {
      if (!isStopped) stop = cacheBoard(queries, getSubject)
    },
    // Without its code nothing is kept this time.
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
