import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export function currentTournamentQuery(client: ApiClient) {
  return resourceQuery<TournamentSummary | null>(client, queryKeys.currentTournament, api.tournamentCurrent(), {
    staleTime: 60_000,
  })
}

export function tournamentListQuery(client: ApiClient) {
  return resourceQuery<TournamentSummary[]>(client, queryKeys.tournamentList, api.tournamentAll(), {
    staleTime: 60_000,
  })
}

/** Includes golfers and entries. After the start nothing in it can change, so it never becomes stale. */
export function tournamentQuery(client: ApiClient, tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(client, queryKeys.tournament(tournamentId), path, {
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      data !== undefined && hasStarted(data, new Date(dataUpdatedAt)) ? Number.POSITIVE_INFINITY : 30_000,
  })
}
