import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldQuery } from '#web/api/leaderboard-queries.ts'
import { useApi } from '../api/use-api.ts'

/** The golfers' next tee times by their `espnId`. */
export type TeeTimes = ReadonlyMap<string, string>

/**
 * Empty while they are unknown: as with `useUnavailableGolfers`, screens neither wait for them nor fail without them.
 */
export function useTeeTimes(tournamentId: number): TeeTimes {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(
    () => new Map((data ?? []).flatMap(({ espnId, teeTime }) => (teeTime === null ? [] : [[espnId, teeTime]]))),
    [data],
  )
}
