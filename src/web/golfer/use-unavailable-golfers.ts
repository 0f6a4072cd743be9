import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Player } from '#domain/tournament/tournament.ts'
import { findUnavailableGolfers } from '#domain/tournament/unavailable-golfers.ts'
import { fieldQuery } from '#web/api/leaderboard-queries.ts'
import { useApi } from '../api/use-api.ts'
import { toUnavailableLabel, type UnavailableLabel } from './unavailable-label.ts'

/** Golfers who are out, by player id. */
export type UnavailableGolfers = ReadonlyMap<number, UnavailableLabel>

/**
 * The tournament's golfers who are out before its start (docs/rules.md, 9.2). Empty while that is unknown: screens
 * neither wait for it nor fail without it.
 */
export function useUnavailableGolfers(tournamentId: number, players: readonly Player[]): UnavailableGolfers {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(
    () =>
      new Map(
        (findUnavailableGolfers(players, data ?? []) ?? []).map(({ player, status }) => [
          player.id,
          toUnavailableLabel(status),
        ]),
      ),
    [players, data],
  )
}
