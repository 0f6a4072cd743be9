import { api } from '#contract/paths.ts'
import type { AllSeasonPlaces, SeasonList, SeasonMessage } from '#contract/season-contract.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

const options = { staleTime: 60_000 }

/** All seasons, newest first. */
export const seasonListQuery = resourceQuery<SeasonList>(queryKeys.seasonList, api.seasons(), options)

/** The rules and the places of a season. */
export function seasonQuery(key: string) {
  return resourceQuery<SeasonMessage>(queryKeys.season(key), api.season(key), options)
}

/** The places in all tournaments that have ended. */
export const seasonPlacesQuery = resourceQuery<AllSeasonPlaces>(queryKeys.seasonPlaces, api.seasonPlaces(), options)
