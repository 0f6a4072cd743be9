import type {
  CorrectionList,
  CorrectionSubmission,
  ResultCorrection,
  ResultCorrectionPreview,
} from '#contract/correction-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** The corrections of a tournament's scores, newest first. */
export function correctionsQuery(client: ApiClient, tournamentId: number) {
  const path = api.adminCorrections(tournamentId)
  return resourceQuery<CorrectionList>(client, queryKeys.corrections(tournamentId), path, { refetchInterval: 60_000 })
}

/** Throws an `ApiProblem`. A repeat changes nothing. */
export function correctGolfer(
  client: ApiClient,
  tournamentId: number,
  submission: CorrectionSubmission,
): Promise<CorrectionList> {
  return client.send('POST', api.adminCorrections(tournamentId), submission)
}

/** Throws an `ApiProblem`. A repeat changes nothing. */
export function endCorrection(client: ApiClient, tournamentId: number, id: number): Promise<CorrectionList> {
  return client.send('POST', api.adminCorrectionEnd(tournamentId), { id })
}

/** What it would change in the result of an ended tournament. Throws an `ApiProblem`. */
export function previewResultCorrection(
  client: ApiClient,
  tournamentId: number,
  correction: ResultCorrection,
): Promise<ResultCorrectionPreview> {
  return client.send('POST', api.adminResultCorrectionPreview(tournamentId), correction)
}

/** Throws an `ApiProblem`. A repeat changes nothing. */
export function correctResult(client: ApiClient, tournamentId: number, correction: ResultCorrection): Promise<unknown> {
  return client.send('POST', api.adminResultCorrection(tournamentId), correction)
}
