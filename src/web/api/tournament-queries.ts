import { queryOptions } from '@tanstack/react-query'
import type { Announcement } from '#contract/announcement-contract.ts'
import type { Leaderboard, PlayerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { AllSeasonPlaces, SeasonList, SeasonMessage } from '#contract/season-contract.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import { type FieldMember, findDnfReason, type Golfer } from '#domain/field/field.ts'
import type { ApiClient, CacheValidator } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

const options = { staleTime: 60_000 }

export const currentTournamentQuery = resourceQuery<TournamentSummary | null>(
  queryKeys.currentTournament,
  api.tournamentCurrent(),
  options,
)

/** The event that is played next (docs/rules.md, 8.7). */
export const announcementQuery = resourceQuery<Announcement | null>(queryKeys.announcement, api.announcement(), options)

export const tournamentListQuery = resourceQuery<TournamentSummary[]>(
  queryKeys.tournamentList,
  api.tournamentAll(),
  options,
)

/** Includes golfers and entries. */
export function tournamentQuery(tournamentId: number) {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  return resourceQuery<TournamentResponse>(queryKeys.tournament(tournamentId), path, { staleTime: 30_000 })
}

/** All seasons, newest first. */
export const seasonListQuery = resourceQuery<SeasonList>(queryKeys.seasonList, api.seasons(), options)

/** The rules and the places of a season. */
export function seasonQuery(key: string) {
  return resourceQuery<SeasonMessage>(queryKeys.season(key), api.season(key), options)
}

/** The places in all tournaments that have ended. */
export const seasonPlacesQuery = resourceQuery<AllSeasonPlaces>(queryKeys.seasonPlaces, api.seasonPlaces(), options)

export function playerProfileQuery(tournamentId: number, espnId: string) {
  const path = api.leaderboardPlayer(tournamentId, espnId)
  return resourceQuery<PlayerProfile>(queryKeys.playerProfile(tournamentId, espnId), path, { staleTime: 30_000 })
}

/** Fetches scores newer than `validator`. The response header `Feed-Checked` is the time of the last feed poll. */
export function getLeaderboard(
  client: ApiClient,
  tournamentId: number,
  validator?: CacheValidator,
  signal?: AbortSignal,
) {
  return client.getVersioned<Leaderboard>(api.leaderboard(tournamentId), validator, { signal })
}

/** For how long the response to an early request for scores can be used. */
const earlyMs = 15_000

/** A request for the scores of a board that begins before the board is on the screen, which takes its response. */
export function firstLeaderboardQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.firstLeaderboard(tournamentId),
    queryFn: () => getLeaderboard(client, tournamentId),
    staleTime: earlyMs,
    gcTime: earlyMs,
    retry: false,
    structuralSharing: false,
  })
}

/** Before the start the server polls the feed once an hour, so withdrawals need no faster refresh than this. */
const refetchMs = 5 * 60_000

export type UpcomingGolfer = Pick<FieldMember, 'out'> & Pick<Golfer, 'espnId' | 'teeTime' | 'logoImage'>

/** The field before the start: who is out, tee times and flags. Fails until the feed has responded once. */
export function fieldQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.field(tournamentId),
    queryFn: async ({ signal }): Promise<UpcomingGolfer[]> => {
      const { golfersScores } = await client.get<Leaderboard>(api.leaderboard(tournamentId), { signal })
      return golfersScores.map((golfer) => {
        const { espnId, teeTime, logoImage } = golfer
        return { espnId, teeTime, logoImage, out: findDnfReason(golfer) }
      })
    },
    staleTime: 60_000,
    refetchInterval: refetchMs,
  })
}
