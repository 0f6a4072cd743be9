import { api } from '#contract/paths.ts'
import type { ScoreSheetMessage } from '#contract/score-sheet-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** Refetched, so that organisers who enter scores together see what the others publish. */
export function scoreSheetQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<ScoreSheetMessage>(client, queryKeys.scoreSheet(tournamentId), api.adminScores(tournamentId), {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
}
