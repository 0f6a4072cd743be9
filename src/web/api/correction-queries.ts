import type { CorrectionList } from '#contract/correction-contract.ts'
import { api } from '#contract/paths.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The corrections of a tournament's scores, newest first. */
export function correctionsQuery(tournamentId: number) {
  const path = api.adminCorrections(tournamentId)
  return resourceQuery<CorrectionList>(queryKeys.corrections(tournamentId), path, { refetchInterval: 60_000 })
}
