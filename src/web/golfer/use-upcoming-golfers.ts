import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldQuery, type UpcomingGolfer } from '#web/api/leaderboard-queries.ts'
import { useApi } from '../api/use-api.ts'

/** The golfers' next tee times and flags, by `espnId`. */
export type UpcomingGolfers = ReadonlyMap<string, UpcomingGolfer>

/**
 * Empty while they are unknown: as with `useUnavailableGolfers`, screens neither wait for them nor fail without them.
 */
export function useUpcomingGolfers(tournamentId: number): UpcomingGolfers {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(() => new Map((data ?? []).map((golfer) => [golfer.espnId, golfer])), [data])
}
