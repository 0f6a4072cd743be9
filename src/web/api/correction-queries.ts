import type { CorrectionList } from '#contract/correction-contract.ts'
import { api } from '#contract/paths.ts'
import { adminQuery } from './resource-query.ts'

/** The corrections of a tournament's scores, newest first. */
export function correctionsQuery(tournamentId: number) {
  return adminQuery<CorrectionList>(api.adminCorrections(tournamentId), { refetchInterval: 60_000 })
}
