import { api } from '#contract/paths.ts'
import type { ScoreSheetMessage, ScoreSheetSubmission } from '#contract/score-sheet-contract.ts'
import type { PlayersVerification } from '#contract/verification-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** Refetched, so that organisers who enter scores together see what the others publish. */
export function scoreSheetQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<ScoreSheetMessage>(client, queryKeys.scoreSheet(tournamentId), api.adminScores(tournamentId), {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
}

/** Throws an `ApiProblem`. */
export function saveScoreSheet(client: ApiClient, tournamentId: number, submission: ScoreSheetSubmission) {
  return client.send<ScoreSheetMessage>('PUT', api.adminScores(tournamentId), submission)
}

/** The golfers meant by the names of a table, in the same order. Throws an `ApiProblem`. */
export async function matchScoredNames(client: ApiClient, tournamentId: number, names: readonly string[]) {
  type Response = Pick<PlayersVerification, 'validations'>
  return (await client.send<Response>('POST', api.adminScoreNames(tournamentId), { names })).validations
}
