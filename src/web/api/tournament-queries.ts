import type { Announcement } from '#contract/announcement-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

export const currentTournamentQuery = resourceQuery<TournamentSummary | null>(
  queryKeys.currentTournament,
  api.tournamentCurrent(),
  { staleTime: 60_000 },
)

/** The event that is played next (docs/rules.md, 8.7). */
export const announcementQuery = resourceQuery<Announcement | null>(queryKeys.announcement, api.announcement(), {
  staleTime: 60_000,
})

export const tournamentListQuery = resourceQuery<TournamentSummary[]>(queryKeys.tournamentList, api.tournamentAll(), {
  staleTime: 60_000,
})

/** Includes golfers and entries. */
export function tournamentQuery(tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(queryKeys.tournament(tournamentId), path, { staleTime: 30_000 })
}
