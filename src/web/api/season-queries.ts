import { api } from '#contract/paths.ts'
import {
  allSeasonPlaces,
  type SavedSeason,
  type SeasonSubmission,
  savedSeason,
  season,
  seasonList,
} from '#contract/season-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

const options = { staleTime: 60_000 }

/** All seasons, newest first. */
export function seasonListQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.seasonList, api.seasons(), seasonList, options)
}

/** The rules and the places of a season. */
export function seasonQuery(client: ApiClient, key: string) {
  return resourceQuery(client, queryKeys.season(key), api.season(key), season, options)
}

/** The places in all tournaments that have ended. */
export function seasonPlacesQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.seasonPlaces, api.seasonPlaces(), allSeasonPlaces, options)
}

/** Throws an `ApiProblem`. */
export function saveSeason(client: ApiClient, submission: SeasonSubmission): Promise<SavedSeason> {
  return client.send(submission.id === 0 ? 'POST' : 'PUT', api.seasons(), submission, savedSeason)
}

/** Throws an `ApiProblem`. */
export function removeSeason(client: ApiClient, id: number, version: number): Promise<SavedSeason> {
  return client.send('POST', api.seasonRemove(), { id, version }, savedSeason)
}
