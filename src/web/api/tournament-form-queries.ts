import { api } from '#contract/paths.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { CalendarResponse } from '#contract/tournament-setup-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/**
 * The tournament for the tournament form. It is always fresh when the form opens, and never refetched while the
 * organiser is editing.
 */
export function tournamentToEditQuery(tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(queryKeys.tournamentToEdit(tournamentId), path, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The events that the form offers, and what tiers can be proposed from. */
export const calendarQuery = resourceQuery<CalendarResponse>(queryKeys.calendar, api.tournamentCalendar(), {
  staleTime: 60_000,
})
