import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { currentTournament, type TournamentSummary, tournament } from '#contract/tournament-contract.ts'
import { user } from '#contract/user-contract.ts'
import { clearOfflineCache, findCacheOwner, offlineCacheName, setCacheOwner } from './offline-cache-owner.ts'

/**
 * The board of the current tournament as it was last on the screen, for times without a network: kept where a browser
 * keeps answers (its Cache), one for each part, because the entries are many and do not change with the scores.
 */
const parts = ['user', 'current', 'tournament', 'live'] as const
type Part = (typeof parts)[number]

const cachedLive = z.object({
  tournamentId: z.int(),
  memory: z.object({
    leaderboard,
    etag: z.optional(z.string()),
    feedChecked: z.nullable(z.string()),
    lastRefresh: z.number(),
  }),
})

/** Under which keys the queries of `api/` and the connection of `live/` leave the parts. */
function keyOf(part: Part, tournamentId: number | undefined): QueryKey {
  if (part === 'user') return ['user']
  if (part === 'current') return ['tournament', 'current']
  return part === 'tournament' ? ['tournament', tournamentId] : ['tournament', tournamentId, 'live']
}

/**
 * Keeps what the signed-in user sees, as it changes; nothing while nobody is signed in. Another user than before
 * begins anew. Returns the end of it.
 */
export function cacheBoard(queries: QueryClient, getSubject: () => string | undefined): () => void {
  const lastWritten = new Map<Part, unknown>()
  let cancel: (() => void) | undefined

  function scheduleWrite(): void {
    cancel ??= whenIdle(() => {
      cancel = undefined
      writeNextPart()
    })
  }

  /** One part at a time: a large tournament takes a while to be written down, and nobody waits for it. */
  function writeNextPart(): void {
    const subject = getSubject()
    if (subject === undefined) return
    if (findCacheOwner() !== subject) {
      lastWritten.clear()
      clearOfflineCache()
      setCacheOwner(subject)
    }
    const tournamentId = queries.getQueryData<TournamentSummary | null>(keyOf('current', undefined))?.id
    for (const part of parts) {
      const value = queries.getQueryData(keyOf(part, tournamentId))
      if (value === undefined || value === lastWritten.get(part)) continue
      lastWritten.set(part, value)
      write(part, part === 'live' ? { tournamentId, memory: value } : value).catch(() => undefined)
      scheduleWrite()
      return
    }
  }

  scheduleWrite()
  const stopListening = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') scheduleWrite()
  })
  return () => {
    stopListening()
    cancel?.()
  }
}

/** Calls when the page has nothing better to do, at the latest after two seconds; returns the undo. */
function whenIdle(action: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(action, { timeout: 2000 })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(action, 200)
  return () => clearTimeout(timer)
}

/**
 * Puts what is kept into the query cache, where that has nothing yet. It counts as old there, so that it is asked for
 * anew as soon as that is possible. Does nothing when it belongs to somebody else than `subject`; without one it
 * belongs to whoever used this browser last and did not sign out. Tells whether there is a board.
 */
export async function restoreCachedBoard(queries: QueryClient, subject?: string): Promise<boolean> {
  const owner = findCacheOwner()
  if (owner === null || (subject !== undefined && subject !== owner) || !('caches' in window)) return false
  const cached = {
    user: await read('user', user),
    current: await read('current', currentTournament),
    tournament: await read('tournament', tournament),
    live: await read('live', cachedLive),
  }
  const id = cached.current?.id
  if (cached.user === undefined || id === undefined || cached.tournament?.id !== id) return false

  function fill(part: Part, value: unknown): void {
    if (queries.getQueryData(keyOf(part, id)) !== undefined) return
    queries.setQueryData(keyOf(part, id), value, { updatedAt: 0 })
  }
  // The scores first: whoever waits for the tournament looks for them the moment it is there.
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

/** Undefined when there is nothing, or something that this build does not understand. */
async function read<Value>(part: Part, schema: z.ZodMiniType<Value>): Promise<Value | undefined> {
  const response = await caches.match(`/${part}`, { cacheName: offlineCacheName })
  return response && schema.safeParse(await response.json()).data
}
