import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { contractVersion } from '#contract/contract-version.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { User } from '#contract/user-contract.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'
import { restoredAt } from './restored-data.ts'

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
 * Fills empty queries from the offline cache and marks them as restored: they are refetched as soon as possible.
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
    queries.setQueryData(keys[part], value, { updatedAt: restoredAt })
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

/**
 * The owner of the board in the offline cache. Stored apart from the board, because it is read synchronously at start and
 * must be removed immediately on sign-out.
 */
type StoredOwner = {
  /** The subject (`sub`) at the sign-in provider. */
  readonly subject: string
  /** Until when the board may be shown, in milliseconds since 1970. */
  readonly until: number
  /** The contract version of the build that stored the board; another build may have other shapes. */
  readonly contractVersion: string
}

const ownerKey = 'player-pool:last-board'

/** A session cannot be checked offline. This covers a day on the course, but not the next user's day. */
const maxOfflineMs = 12 * 60 * 60_000

export type CacheOwner = {
  subject: string
  /** When the access token expires under which the board was last received. */
  tokenExpiresAt: number
}

export const offlineCacheName = 'last-board'

// Browsers can block storage; the app then works without an offline cache.

/** The subject of the cached board's owner. Erases a board that has expired, or that another version has stored. */
export function findCacheOwner(): string | null {
  const owner = readStoredJson<StoredOwner>(ownerKey)
  if (owner === undefined) return null
  if (Date.now() < owner.until && owner.contractVersion === contractVersion) return owner.subject
  clearOfflineCache()
  return null
}

export function setCacheOwner({ subject, tokenExpiresAt }: CacheOwner): void {
  const owner: StoredOwner = { subject, until: tokenExpiresAt + maxOfflineMs, contractVersion }
  writeStored(ownerKey, JSON.stringify(owner))
}

/** Called on sign-out, and when the session has ended (docs/security.md, 15). */
export function clearOfflineCache(): void {
  writeStored(ownerKey, null)
  // Cache storage exists in secure contexts only.
  if ('caches' in window) caches.delete(offlineCacheName).catch(() => undefined)
}
