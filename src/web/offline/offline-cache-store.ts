import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { currentTournament, type TournamentSummary, tournament } from '#contract/tournament-contract.ts'
import { user } from '#contract/user-contract.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import {
  type CacheOwner,
  clearOfflineCache,
  findCacheOwner,
  offlineCacheName,
  setCacheOwner,
} from './offline-cache-owner.ts'

/**
 * The last board of the current tournament, in the browser's Cache Storage. Each part has its own record, because the
 * entries are large and do not change with the scores. Names of parts and fields are stored in browsers.
 */
const parts = ['user', 'current', 'tournament', 'live'] as const
type Part = (typeof parts)[number]

const storedLeaderboard = z.object({
  tournamentId: z.int(),
  memory: z.object({
    leaderboard,
    etag: z.optional(z.string()),
    feedChecked: z.nullable(z.string()),
    lastRefresh: z.number(),
  }),
})

function keysOf(tournamentId: number): Record<Part, QueryKey> {
  return {
    user: queryKeys.user,
    current: queryKeys.currentTournament,
    tournament: queryKeys.tournament(tournamentId),
    live: queryKeys.leaderboard(tournamentId),
  }
}

/**
 * Writes what the signed-in user sees to the cache whenever it changes. When another user signs in, the cache is
 * cleared first. Returns a function that stops it.
 */
export function cacheBoard(queries: QueryClient, getOwner: () => CacheOwner | undefined): () => void {
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

async function write(part: Part, value: unknown): Promise<void> {
  const cache = await caches.open(offlineCacheName)
  await cache.put(`/${part}`, new Response(JSON.stringify(value)))
}

/** Undefined when nothing is cached, or when an older build wrote it in another shape. */
async function read<Value>(part: Part, schema: z.ZodMiniType<Value>): Promise<Value | undefined> {
  const response = await caches.match(`/${part}`, { cacheName: offlineCacheName })
  return response && schema.safeParse(await response.json()).data
}
