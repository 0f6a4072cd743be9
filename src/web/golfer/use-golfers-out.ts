import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findGolfersOut } from '#domain/golfers-out.ts'
import type { Player } from '#domain/tournament.ts'
import { fieldQuery } from '../api/field-queries.ts'
import { useApi } from '../api/use-api.ts'
import { type OutWords, toOutWords } from './out-words.ts'

/** Golfers who are out, by player id. */
export type GolfersOut = ReadonlyMap<number, OutWords>

/**
 * Which of the tournament's players are out before its start: none while nobody can tell. Whoever shows them waits for
 * nothing and fails with nothing.
 */
export function useGolfersOut(tournamentId: number, players: readonly Player[]): GolfersOut {
  const { data } = useQuery(fieldQuery(useApi(), tournamentId))
  return useMemo(
    () =>
      new Map(
        (findGolfersOut(players, data ?? []) ?? []).map(({ player, status }) => [
          player.id,
          toOutWords(status),
        ]),
      ),
    [players, data],
  )
}
