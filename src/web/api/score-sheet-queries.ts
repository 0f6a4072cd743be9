import { api } from '#contract/paths.ts'
import type { ScoreSheetMessage } from '#contract/score-sheet-contract.ts'
import { adminQuery } from './resource-query.ts'

/** Refetched, so that organisers who enter scores together see what the others publish. */
export function scoreSheetQuery(tournamentId: number) {
  return adminQuery<ScoreSheetMessage>(api.adminScores(tournamentId), {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
}
