import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { currentTournament, tournament } from '#contract/tournament-contract.ts'
import { user } from '#contract/user-contract.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { findCacheOwner, offlineCacheName } from './offline-cache-owner.ts'

/**
 * The last board of the current tournament, in the browser's Cache Storage. Each part has its own record, because the
 * entries are large and do not change with the scores. Names of parts and fields are stored in browsers.
 */
export const parts = ['user', 'current', 'tournament', 'live'] as const
export type Part = (typeof parts)[number]

const storedLeaderboard = z.object({
  tournamentId: z.int(),
  memory: z.object({
    leaderboard,
    etag: z.optional(z.string()),
    feedChecked: z.nullable(z.string()),
    lastRefresh: z.number(),
  }),
})

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
  const [account, current, ofTournament, live] = await Promise.all([
    read('user', user),
    read('current', currentTournament),
    read('tournament', tournament),
    read('live', storedLeaderboard),
  ])
  const cached = { user: account, current, tournament: ofTournament, live }
  const id = cached.current?.id
  if (cached.user === undefined || id === undefined || cached.tournament?.id !== id) return false
  const keys = keysOf(id)
  function fill(part: Part, value: unknown): void {
    if (queries.getQueryData(keys[part]) !== undefined) return
    queries.setQueryData(keys[part], value, { updatedAt: 0 })
  }
  // Scores first: screens look for them as soon as the tournament is there.
  if (cached.live?.tournamentId === id) fill('live', cached.live.memory)
  fill('tournament', cached.tournament)
  fill('current', cached.current)
  fill('user', cached.user)
  return true
}

/** Undefined when nothing is cached, or when an older build wrote it in another shape. */
async function read<Value>(part: Part, schema: z.ZodMiniType<Value>): Promise<Value | undefined> {
  const response = await caches.match(`/${part}`, { cacheName: offlineCacheName })
  return response && schema.safeParse(await response.json()).data
}
