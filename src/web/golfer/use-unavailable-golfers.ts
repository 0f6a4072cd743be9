import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Player, Tournament } from '#domain/tournament/tournament.ts'
import { findUnavailableGolfers } from '#domain/tournament/unavailable-golfers.ts'
import { fieldQuery, type UpcomingGolfer } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { toUnavailableLabel, type UnavailableLabel } from './unavailable-badge.tsx'

/** Golfers who are out, by player id. */
export type UnavailableGolfers = ReadonlyMap<number, UnavailableLabel>

/**
 * The tournament's golfers who are out before its start (docs/rules.md, 9.2). Empty while that is unknown: screens
 * neither wait for it nor fail without it.
 */
export function useUnavailableGolfers(
  tournamentId: number,
  { players, fieldState }: { readonly players: readonly Player[] } & Pick<Tournament, 'fieldState'>,
): UnavailableGolfers {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(
    () =>
      new Map(
        (findUnavailableGolfers(players, data ?? [], fieldState) ?? []).map(({ player, status }) => [
          player.id,
          toUnavailableLabel(status),
        ]),
      ),
    [players, data, fieldState],
  )
}

/** The golfers' next tee times and flags, by `espnId`. */
export type UpcomingGolfers = ReadonlyMap<string, UpcomingGolfer>

/**
 * Empty while they are unknown: as with `useUnavailableGolfers`, screens neither wait for them nor fail without them.
 */
export function useUpcomingGolfers(tournamentId: number): UpcomingGolfers {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(() => new Map((data ?? []).map((golfer) => [golfer.espnId, golfer])), [data])
}
