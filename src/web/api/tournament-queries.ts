import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { currentTournament, tournament, tournamentList } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export function currentTournamentQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.currentTournament,
    queryFn: ({ signal }) => client.get(api.tournamentCurrent(), currentTournament, { signal }),
    staleTime: 60_000,
  })
}

export function tournamentListQuery(client: ApiClient) {
  return queryOptions({
    queryKey: queryKeys.tournamentList,
    queryFn: ({ signal }) => client.get(api.tournamentAll(), tournamentList, { signal }),
    staleTime: 60_000,
  })
}

/** Includes players and entries. After the start nothing in it can change, so it never becomes stale. */
export function tournamentQuery(client: ApiClient, tournamentId: number) {
  const include = { players: true, entries: true }
  return queryOptions({
    queryKey: queryKeys.tournament(tournamentId),
    queryFn: ({ signal }) => client.get(api.tournament(tournamentId, include), tournament, { signal }),
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      data !== undefined && hasStarted(data, new Date(dataUpdatedAt)) ? Number.POSITIVE_INFINITY : 30_000,
  })
}
