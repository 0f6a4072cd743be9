import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { type TournamentResponse, tournament } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import {
  type EventVerification,
  eventVerification,
  type PlayersVerification,
  type PlayersVerificationRequest,
  playersVerification,
} from '#contract/verification-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * A tournament for a form that is opened on it: always fresh at that moment, and not asked for again under the
 * organiser's hands.
 */
export function tournamentToEditQuery(client: ApiClient, tournamentId: number) {
  const include = { players: true, entries: true }
  return queryOptions({
    queryKey: queryKeys.tournamentToEdit(tournamentId),
    queryFn: ({ signal }) => client.get(api.tournament(tournamentId, include), tournament, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Can this event be played? Throws an `ApiProblem`, also when the feed is away. */
export function verifyEvent(client: ApiClient, espnId: string): Promise<EventVerification> {
  return withTimeout((signal) => client.get(api.tournamentVerify(espnId), eventVerification, { signal }))
}

/** Whom the names in the lists mean. Throws an `ApiProblem`. */
export function verifyPlayers(
  client: ApiClient,
  question: PlayersVerificationRequest,
): Promise<PlayersVerification> {
  const path = api.tournamentVerifyPlayers()
  return withTimeout((signal) => client.send('POST', path, question, playersVerification, { signal }))
}

/** Creates or changes a tournament; answers with what is stored now. Throws an `ApiProblem`. */
export function saveTournament(
  client: ApiClient,
  submission: TournamentSubmission,
): Promise<TournamentResponse> {
  const method = submission.id === 0 ? 'POST' : 'PUT'
  return withTimeout((signal) =>
    client.send(method, api.tournamentSave(), submission, tournament, { signal }),
  )
}

/** After a save everything that is known of tournaments is asked for anew; a form that is open keeps what it has. */
export function invalidateTournaments(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: queryKeys.tournaments })
}
