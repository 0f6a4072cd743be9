import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { User } from '#contract/user-contract.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { findCacheOwner, offlineCacheName } from './offline-cache-owner.ts'

/**
 * The last board of the current tournament, in the browser's Cache Storage. Each part has its own record, because the
 * entries are large and do not change with the scores. Names of parts and fields are stored in browsers.
 */
export const parts = ['user', 'current', 'tournament', 'live'] as const
export type Part = (typeof parts)[number]

type Cached = {
  user: User
  current: TournamentSummary | null
  tournament: TournamentResponse
  live: { tournamentId: number; memory: CachedLeaderboard }
}

export function keysOf(tournamentId: number): Record<Part, QueryKey> {
  return {
    user: queryKeys.user,
    current: queryKeys.currentTournament,
    tournament: queryKeys.tournament(tournamentId),
    live: queryKeys.leaderboard(tournamentId),
  }
}

/**
 * Fills empty queries from the offline cache and marks them as stale, so that they are refetched as soon as possible.
 * Does nothing if the cache belongs to somebody other than `subject`; without a subject, the last user who did not
 * sign out is assumed. Returns whether there is a board.
 */
export async function restoreCachedBoard(queries: QueryClient, subject?: string): Promise<boolean> {
  const owner = findCacheOwner()
  if (owner === null || (subject !== undefined && subject !== owner) || !('caches' in window)) return false
  const [user, current, tournament, live] = await Promise.all([
    read('user'),
    read('current'),
    read('tournament'),
    read('live'),
  ])
  const id = current?.id
  if (user === undefined || id === undefined || tournament?.id !== id) return false
  const keys = keysOf(id)
  function fill(part: Part, value: unknown): void {
    if (queries.getQueryData(keys[part]) !== undefined) return
    queries.setQueryData(keys[part], value, { updatedAt: 0 })
  }
  // Scores first: screens look for them as soon as the tournament is there.
  if (live?.tournamentId === id) fill('live', live.memory)
  fill('tournament', tournament)
  fill('current', current)
  fill('user', user)
  return true
}

async function read<P extends Part>(part: P): Promise<Cached[P] | undefined> {
  const response = await caches.match(`/${part}`, { cacheName: offlineCacheName })
  return response?.json()
}
