import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
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

/** Includes golfers and entries. */
export function tournamentQuery(client: ApiClient, tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(client, queryKeys.tournament(tournamentId), path, { staleTime: 30_000 })
}
