import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import type { BoardRecord } from '#domain/history/board-history.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { yieldToBrowser } from '#web/time/yield-to-browser.ts'
import { setParameter, useParameter } from '#web/url/parameters.ts'

/** Opens the board of a version, `?at=412`; null: the live one. */
export function openVersion(version: number | null): void {
  setParameter('at', version === null ? null : String(version))
}

/** Loaded again by a view that is opened for a version that it does not have yet. */
export function replayQuery(client: ApiClient, tournamentId: number, version = 0) {
  return queryOptions({
    queryKey: queryKeys.history(tournamentId),
    queryFn: async ({ signal }) => {
      const { createReplay } = await import('#domain/history/replay.ts')
      const { records } = await client.get<{ records: BoardRecord[] }>(api.leaderboardHistory(tournamentId), { signal })
      const replay = createReplay(records)
      for (const _ of replay.prepare()) await yieldToBrowser()
      return replay
    },
    structuralSharing: false,
    staleTime: ({ state }) => (Number(state.data?.moments.at(-1)?.version) >= version ? 60_000 : 0),
  })
}

/** The board of the version in the URL; null without one, until it has been loaded, and if it is not recorded. */
export function usePastBoard(tournamentId: number): Leaderboard | null {
  const version = useParameter('at')
  const { data } = useQuery({ ...replayQuery(useApi(), tournamentId, Number(version)), enabled: version !== null })
  return useMemo(() => (version === null ? null : (data?.boardAt(Number(version)) ?? null)), [data, version])
}

/** Whether the URL asks for a board of the past. */
export function useIsReplay(): boolean {
  return useParameter('at') !== null
}
