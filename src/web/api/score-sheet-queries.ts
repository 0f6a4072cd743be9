import { api } from '#contract/paths.ts'
import type { ScoreSheetMessage } from '#contract/score-sheet-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** Refetched, so that organisers who enter scores together see what the others publish. */
export function scoreSheetQuery(tournamentId: number) {
  return resourceQuery<ScoreSheetMessage>(queryKeys.scoreSheet(tournamentId), api.adminScores(tournamentId), {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
}
