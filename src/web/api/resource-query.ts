import {
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'
import type { ApiClient } from './api-client.ts'

type Options<Body> = Omit<UndefinedInitialDataOptions<Body>, 'queryKey' | 'queryFn'>

/** The query of a resource of the API. */
export function resourceQuery<Body>(queryKey: QueryKey, path: string, options: Options<Body>) {
  return queryOptions<Body>({ queryKey, meta: { path }, ...options })
}

/** The query of a resource that is fetched again after each action on the Admin page. */
export function adminQuery<Body>(path: string, options: Options<Body>) {
  return resourceQuery<Body>([...queryKeys.admin, path], path, options)
}

/** Fetches what `resourceQuery` asks for: the function of all queries that have none of their own. */
export function fetchResource(client: ApiClient, { meta, signal }: QueryFunctionContext): Promise<unknown> {
  return client.get(String(meta?.['path']), { signal })
}

/** The key of every query in the cache. A key that begins with another one is invalidated together with it. */
export const queryKeys = {
  user: ['user'],
  results: ['results'],
  resultsOf: (userId: number) => ['results', userId],
  seasons: ['season'],
  seasonList: ['season', 'list'],
  season: (key: string) => ['season', 'of', key],
  seasonBalances: (key: string) => ['season', 'balances', key],
  seasonPlaces: ['season', 'places'],
  tournaments: ['tournament'],
  calendar: ['tournament', 'calendar'],
  announcement: ['tournament', 'announcement'],
  currentTournament: ['tournament', 'current'],
  tournamentList: ['tournament', 'all'],
  tournament: (tournamentId: number) => ['tournament', tournamentId],
  leaderboard: (tournamentId: number) => ['tournament', tournamentId, 'live'],
  firstLeaderboard: (tournamentId: number) => ['tournament', tournamentId, 'first'],
  history: (tournamentId: number) => ['history', tournamentId],
  playerProfile: (tournamentId: number, espnId: string) => ['tournament', tournamentId, 'player', espnId],
  // The next three must not be refetched when a tournament changes: two belong to open forms, one polls the feed.
  tournamentToEdit: (tournamentId: number) => ['tournament-to-edit', tournamentId],
  tournamentOfEntry: (entryId: number) => ['tournament-of-entry', entryId],
  ownWithdrawal: (tournamentId: number) => ['own-withdrawal', tournamentId],
  field: (tournamentId: number) => ['field', tournamentId],
  admin: ['admin'],
  auditLog: ['admin', 'audit-log'],
  health: ['health'],
  notifications: ['notifications'],
  // Not below `admin`, whose invalidation would create another link.
  firstInvitation: (tournamentId: number) => ['first-invitation', tournamentId],
  houseRules: (tournamentId: number | undefined) => ['tournament', tournamentId, 'house-rules'],
  payment: (tournamentId: number) => ['tournament', tournamentId, 'payment'],
  prizes: (tournamentId: number) => ['tournament', tournamentId, 'prizes'],
  joinLink: (tournamentId: number) => ['join-link', tournamentId],
}
