import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type {
  CalendarResponse,
  TierProposalRequest,
  TierProposalResponse,
} from '#contract/tournament-setup-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import type {
  EventVerification,
  PlayersVerification,
  PlayersVerificationRequest,
} from '#contract/verification-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/**
 * The tournament for the tournament form. It is always fresh when the form opens, and never refetched while the
 * organiser is editing.
 */
export function tournamentToEditQuery(client: ApiClient, tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(client, queryKeys.tournamentToEdit(tournamentId), path, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Checks that the event is supported (docs/rules.md, 7.2). Throws an `ApiProblem`, also when the feed fails. */
export function verifyEvent(client: ApiClient, espnId: string): Promise<EventVerification> {
  return client.get(api.tournamentVerify(espnId))
}

/** Matches the names in the lists to golfers (docs/rules.md, 8.2). Throws an `ApiProblem`. */
export function verifyPlayers(client: ApiClient, request: PlayersVerificationRequest): Promise<PlayersVerification> {
  return client.send('POST', api.tournamentVerifyPlayers(), request)
}

/** The events that the form offers, and what tiers can be proposed from. */
export function calendarQuery(client: ApiClient) {
  return resourceQuery<CalendarResponse>(client, queryKeys.calendar, api.tournamentCalendar(), { staleTime: 60_000 })
}

/** The field in the order of a ranking (docs/rules.md, 8.6). Throws an `ApiProblem`. */
export function proposeTiers(client: ApiClient, request: TierProposalRequest): Promise<TierProposalResponse> {
  return client.send('POST', api.tournamentProposeTiers(), request)
}

/** Creates or changes a tournament and returns the stored one. Throws an `ApiProblem`. */
export function saveTournament(client: ApiClient, submission: TournamentSubmission): Promise<TournamentResponse> {
  const method = submission.id === 0 ? 'POST' : 'PUT'
  return client.send(method, api.tournamentSave(), submission)
}

/** After a save, refetches all tournament data except that of open forms. */
export function invalidateTournaments(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: queryKeys.tournaments })
}
