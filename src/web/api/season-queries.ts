import { api } from '#contract/paths.ts'
import type { AllSeasonPlaces, SeasonList, SeasonMessage } from '#contract/season-contract.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

const options = { staleTime: 60_000 }

/** All seasons, newest first. */
export function seasonListQuery(client: ApiClient) {
  return resourceQuery<SeasonList>(client, queryKeys.seasonList, api.seasons(), options)
}

/** The rules and the places of a season. */
export function seasonQuery(client: ApiClient, key: string) {
  return resourceQuery<SeasonMessage>(client, queryKeys.season(key), api.season(key), options)
}

/** The places in all tournaments that have ended. */
export function seasonPlacesQuery(client: ApiClient) {
  return resourceQuery<AllSeasonPlaces>(client, queryKeys.seasonPlaces, api.seasonPlaces(), options)
}
