import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { findKeptOwner, forgetKept } from './kept-owner.ts'

type FindSubject = () => string | undefined

const load = () => import('./kept-board.ts')

/** A board that cannot be had from the server is shown as it was kept, while the questions go on. */
export function restoreWhenOffline(queries: QueryClient, findSubject: FindSubject): void {
  async function restore(): Promise<void> {
    const subject = findSubject()
    if (subject === undefined || findKeptOwner() !== subject) return
    await (await load()).restoreBoard(queries, subject)
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (isOffline(event.action.error) && event.query.state.data === undefined) void restore()
  })
}

/** From now on the board is kept for times without a network. Returns the end of it. */
export function startKeeping(queries: QueryClient, findSubject: FindSubject): () => void {
  let isOver = false
  let stop = () => {}
  if (findKeptOwner() === null) forgetKept()
  load().then(
    ({ keepBoard }) => {
      if (!isOver) stop = keepBoard(queries, findSubject)
    },
    // Without its code nothing is kept this time.
    () => undefined,
  )
  return () => {
    isOver = true
    stop()
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'offline'
}
